// The last step: name the terminals, then open the till.
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TerminalList, withTyped } from '../../ui/form/terminal-list.tsx';

export function GuideTerminals({ onBack }: { readonly onBack: () => void }) {
  const { shop, preferences } = useStores();
  const { say } = useWords();
  const settings = useStore(shop, (state) => state.settings);
  const [edited, setEdited] = useState<string[] | null>(null);
  const [typed, setTyped] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => void shop.load(), [shop]);
  const terminals = edited ?? settings?.terminals ?? [];
  const finish = async () => {
    const named = withTyped(terminals, typed);
    const isSame = edited === null && named.length === terminals.length;
    const saved = isSame || settings === null || (await shop.save({ ...settings, terminals: named })).type === 'saved';
    setFailed(!saved);
    if (saved) await preferences.change({ guided: true });
  };
  return (
    <>
      {/* Before the settings are read it would say that there is none. */}
      {settings === null ? null : (
        <TerminalList terminals={terminals} onChange={setEdited} typed={typed} onTyped={setTyped} />
      )}
      {failed ? <Notice tone="wrong" title={say('settings.notSaved')} live /> : null}
      <Foot>
        <Button kind="quiet" icon="back" onPress={onBack}>
          {say('do.back')}
        </Button>
        <Button kind="next" large onPress={() => void finish()}>
          {say('guide.finish')}
        </Button>
      </Foot>
    </>
  );
}
