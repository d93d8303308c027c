// What programs ask of the people at the till. It stands above everything else, the lock screen too, and moves the rest
// down instead of covering it: what is running stays in sight. Each kind of request is a component of its own, one
// beneath the other.
import { useStore } from 'zustand';
import { useStores } from '../../ui/context.tsx';
import { ConfirmRefund } from './confirm-refund.tsx';
import css from './requests.module.css';

export function Requests() {
  const { navigation, confirmations } = useStores();
  // Turned to the customer, the screen is theirs: a question to the shop waits until it is turned back.
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const question = useStore(confirmations, (state) => state.questions[0]);
  if (facingCustomer || question === undefined) return null;
  return (
    // On small windows it scrolls, by key too while its buttons are still asleep.
    <div className={css['requests']} tabIndex={0}>
      <ConfirmRefund key={question.id} question={question} />
    </div>
  );
}
