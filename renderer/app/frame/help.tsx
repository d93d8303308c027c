// The keys and the licences, shown on demand.
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Licences } from './licences.tsx';
import { railScreens } from './screens.tsx';

export function Help() {
  const { say } = useWords();
  const { navigation } = useStores();
  const open = useStore(navigation, (state) => state.helpOpen);
  if (!open) return null;
  const close = () => navigation.showHelp(false);
  return (
    <Dialog read title={say('help.title')} onClose={close} actions={<Button onPress={close}>{say('do.close')}</Button>}>
      <Facts
        facts={[
          ...railScreens.map(({ title }, index) => [`Alt+${index + 1}`, say(title)] as const),
          [say('help.digits'), say('help.amount')],
          ['+  *  %', say('help.adding')],
          [say('help.key.backspace'), say('help.backspace')],
          [say('help.key.delete'), say('help.clear')],
          [say('help.key.charge'), say('help.charge')],
          [say('help.key.lock'), say('help.lock')],
          ['/', say('help.search')],
          [say('help.arrows'), say('help.list')],
          ['Esc', say('help.close')],
          ['?', say('help.help')],
        ]}
      />
      <p className="soft">{say('help.scanner')}</p>
      <Licences />
    </Dialog>
  );
}
