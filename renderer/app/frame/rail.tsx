// The rail: one item for each screen, with words under the icons.
import { useStore } from 'zustand';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import css from './rail.module.css';
import { railScreenOf, railScreens } from './screens.tsx';

export function Rail() {
  const { say } = useWords();
  const { navigation, payments, status } = useStores();
  const current = useStore(navigation, (state) => state.route.screen);
  /** What was searched for the customer before is not left in the list. */
  const go = (screen: (typeof railScreens)[number]['name']) => {
    if (screen === 'payments' && payments.getState().query !== '') payments.search('');
    navigation.go({ screen });
  };
  const open = useStore(status, (state) => (state.status?.needsPerson ?? 0) + (state.status?.inDoubt ?? 0));
  return (
    <nav className={css['rail']} aria-label={say('rail.label')}>
      <ul>
        {railScreens.map(({ name, title, icon }, index) => (
          <li key={name}>
            <button
              type="button"
              className={css['item']}
              aria-current={current === name ? 'page' : railScreenOf(current) === name ? 'true' : undefined}
              aria-keyshortcuts={`Alt+${index + 1}`}
              onClick={() => go(name)}
            >
              <span className={css['icon']}>
                <Icon name={icon} size={28} />
                {name === 'activity' && open > 0 ? (
                  <span className={css['count']} aria-hidden="true">
                    {open > 99 ? '99' : open}
                  </span>
                ) : null}
              </span>
              <span>{say(title)}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={css['item']} aria-keyshortcuts="?" onClick={() => navigation.showHelp(true)}>
        <Icon name="keyboard" size={28} />
        <span>{say('rail.help')}</span>
      </button>
    </nav>
  );
}
