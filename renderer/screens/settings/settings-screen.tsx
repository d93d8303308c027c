// Settings, in six parts.
import { useState } from 'react';
import type { TextKey } from '#texts/index.ts';
import { useWords } from '../../ui/base/context.tsx';
import { DevicesSettings } from './devices/devices-settings.tsx';
import { GatewaySettings } from './gateway-settings.tsx';
import { PeopleSettings } from './people-settings.tsx';
import { Programs } from './programs.tsx';
import css from './settings.module.css';
import { ShopForm } from './shop-settings.tsx';
import { TillSettings } from './till-settings.tsx';

const parts = [
  { name: 'till', title: 'settings.till', Part: TillSettings },
  { name: 'gateway', title: 'settings.gateway', Part: GatewaySettings },
  { name: 'shop', title: 'settings.shop', Part: ShopForm },
  { name: 'devices', title: 'settings.devices', Part: DevicesSettings },
  { name: 'people', title: 'settings.people', Part: PeopleSettings },
  { name: 'programs', title: 'settings.programs', Part: Programs },
] as const satisfies readonly { name: string; title: TextKey; Part: () => React.ReactNode }[];

export function SettingsScreen() {
  const { say } = useWords();
  const [open, setOpen] = useState<(typeof parts)[number]['name']>('till');
  const { Part, title } = parts.find((part) => part.name === open) ?? parts[0];
  return (
    <div className={css['settings']}>
      <nav className={css['parts']} aria-label={say('settings.sections')}>
        <h1>{say('settings.title')}</h1>
        <ul>
          {parts.map((part) => (
            <li key={part.name}>
              <button
                type="button"
                className={css['part']}
                aria-current={part.name === open ? 'true' : undefined}
                onClick={() => setOpen(part.name)}
              >
                {say(part.title)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {/* It scrolls, and what a person may only read holds nothing to focus. */}
      <section className={css['body']} aria-label={say(title)} tabIndex={0}>
        <h2>{say(title)}</h2>
        <Part />
      </section>
    </div>
  );
}
