// The bridge as programs see it. Where less was approved than the program accepts, programs do not see a success
// (core/sale/tender.ts says what they see). All that this server shows of operations, in its own API, in the gateway's
// and in events, goes through here.
import type { OperationView } from '#contract/operation/operation.ts';
import type { LoopbackBridge } from './ports.ts';

export function withReportedStates(calls: LoopbackBridge): LoopbackBridge {
  return {
    refusal: () => calls.refusal(),
    async submit(submission, whenGone) {
      const answer = await calls.submit(submission, whenGone);
      return answer.type === 'refused' ? answer : { ...answer, operation: reportedOf(answer.operation) };
    },
    operation(id) {
      const found = calls.operation(id);
      return found === null ? null : reportedOf(found);
    },
    operations(filter) {
      const page = calls.operations({ ...filter, byReportedState: true });
      return page === null ? null : { ...page, operations: page.operations.map(reportedOf) };
    },
    async waitFor(id, timeoutMs, givenUp, until) {
      const settled = await calls.waitFor(id, timeoutMs, givenUp, until);
      return settled === null ? null : reportedOf(settled);
    },
    async cancel(id, by) {
      const answer = await calls.cancel(id, by);
      return answer.type === 'refused' ? answer : { ...answer, operation: reportedOf(answer.operation) };
    },
    payment: (lookUp) => calls.payment(lookUp),
    read: (query, fields) => calls.read(query, fields),
    terminals: () => calls.terminals(),
    status: () => calls.status(),
  };
}

function reportedOf(operation: OperationView): OperationView {
  const { told, ...rest } = operation;
  return told === undefined ? operation : { ...rest, ...told };
}
