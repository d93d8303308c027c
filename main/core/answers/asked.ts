// What is known of an operation that was sent, for its answer and for the record that a look-up shows of it to be held
// against: its own names and sums, and what belongs to others.
import { isJsonObject } from '#contract/data/json.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { shownText } from '#operations/evidence/reading.ts';
import { wholeSums } from '#operations/whole-sums.ts';
import { type EngineContext, commandFor } from '../gateway/context.ts';
import { bareTrace, isPaymentLane, paymentWithTrace, traceAgainMs } from '../operation/lanes.ts';
import type { OperationRecord } from '../ports/record.ts';
import type { Asked } from './agreement.ts';

/**
 * How many commands before this one at its terminal are compared by their numbers; those that made a payment all are.
 */
const commandsBefore = 50;

export function askedOf({ ports }: Pick<EngineContext, 'ports'>, record: OperationRecord): Asked {
  const { environmentId, terminalId } = record;
  const { store } = ports;
  const otherMaker = (transId: string | null | undefined) => {
    const makerId = transId === null || transId === undefined ? null : store.creatorOf(environmentId, transId);
    return makerId === null || makerId === record.id ? null : store.operation(makerId);
  };
  // A trace number that another command at this terminal got since then is that command's: its answer came again.
  const sinceMs = ports.clock.nowMs() - traceAgainMs;
  const { paths } = ports.policy.answers;
  /** Whether another command's answer had this number. One that was refused may have left its number to the next. */
  const isOthers = (places: readonly string[], number: string) => {
    if (terminalId === null) return false;
    // The command itself is the newest of them, mostly.
    const filter = { terminalId, createdFromMs: sinceMs, newest: true, limit: commandsBefore + 1 };
    return store.list(environmentId, filter).some((each) => {
      if (each.id === record.id || each.state === 'failed' || !isJsonObject(each.result)) return false;
      if (!commandFor(each).movesMoney(each.input)) return false;
      const shown = shownText(caseless(each.result).view, places);
      return shown !== null && bareTrace(shown) === bareTrace(number);
    });
  };
  const isOthersTrace = (traceNr: string) => {
    const traced = terminalId === null ? null : paymentWithTrace(store, environmentId, terminalId, traceNr);
    const maker = otherMaker(traced?.transId);
    return (maker !== null && maker.createdAtMs > sinceMs) || isOthers(paths.traceNr, traceNr);
  };
  const isOthersApproval = (approvalCode: string) => isOthers(paths.approvalCode, approvalCode);
  const isOthersPayment = (payId: string) => otherMaker(store.payment(environmentId, payId)?.transId) !== null;
  const { merchantId } = ports.environment;
  const creates = commandFor(record).createsPayment(record.input);
  const madeAfterMs = creates ? (record.attempts[0]?.sentWallMs ?? null) : null;
  const isOthersXId = (xId: string) => store.otherWithXId(environmentId, xId, record.id) !== null;
  const lane = record.lanes.find(isPaymentLane);
  const payment = lane === undefined ? null : store.paymentByLane(environmentId, lane);
  const whole = payment === null ? null : { currency: payment.currency, sums: wholeSums(payment) };
  return { ...record, merchantId, madeAfterMs, isOthersTrace, isOthersApproval, isOthersPayment, isOthersXId, whole };
}
