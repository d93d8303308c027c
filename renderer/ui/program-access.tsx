// What a program may do, to be ticked: its scopes, those that give money or records away marked in words, and what goes
// with them. Used where access is given and where it is changed.
import { useStore } from 'zustand';
import type { ClientGrant } from '#contract/client.ts';
import type { Scope } from '#contract/scopes.ts';
import { useStores, useWords } from './context.tsx';
import { CheckField, SwitchField } from './field.tsx';
import { Icon } from './icons.tsx';
import { MoneyField } from './money-field.tsx';
import css from './program-access.module.css';

interface ProgramAccessProps {
  readonly legend: string;
  /** The scopes that can be ticked. */
  readonly offered: readonly Scope[];
  readonly access: ClientGrant;
  readonly onChange: (access: ClientGrant) => void;
  /** With what a person rarely sets. */
  readonly whole?: boolean;
}

const risky = ['refund', 'refund-unreferenced', 'export'] as const;

/** A first figure where somebody begins to limit: a hundred of the shop's currency, as most have minor units. */
const firstLimitMinor = 10_000;

export function ProgramAccess({ legend, offered, access, onChange, whole = false }: ProgramAccessProps) {
  const { say } = useWords();
  const { scopes, options } = access;
  const refunds = scopes.some((scope) => scope === 'refund' || scope === 'refund-unreferenced');
  return (
    <>
      <fieldset className="bare">
        <legend>{legend}</legend>
        <div className={css['scopes']}>
          {offered.map((scope) => (
            <div key={scope}>
              <CheckField
                label={say(`scope.${scope}`)}
                checked={scopes.includes(scope)}
                onChange={(on) =>
                  onChange({ ...access, scopes: on ? [...scopes, scope] : scopes.filter((each) => each !== scope) })
                }
              />
              <Risk scope={scope} />
            </div>
          ))}
        </div>
      </fieldset>
      {refunds ? <Limit access={access} onChange={onChange} /> : null}
      {whole ? (
        <div>
          <SwitchField
            label={say('access.waits')}
            checked={options.waitsOffline}
            onChange={(waitsOffline) => onChange({ ...access, options: { ...options, waitsOffline } })}
          />
          <p className="soft">{say('access.waitsHint')}</p>
          <SwitchField
            label={say('access.partial')}
            checked={options.partialApprovals}
            onChange={(partialApprovals) => onChange({ ...access, options: { ...options, partialApprovals } })}
          />
          <p className="soft">{say('access.partialHint')}</p>
        </div>
      ) : null}
    </>
  );
}

function Risk({ scope }: { readonly scope: Scope }) {
  const { say } = useWords();
  const found = risky.find((each) => each === scope);
  if (found === undefined) return null;
  return (
    <p className={css['risk']}>
      <Icon name={found === 'export' ? 'download' : 'refund'} size={20} />
      <span>{say(`scopeNote.${found}`)}</span>
    </p>
  );
}

function Limit({ access, onChange }: Pick<ProgramAccessProps, 'access' | 'onChange'>) {
  const { say } = useWords();
  const { shop } = useStores();
  const currency = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const { options } = access;
  const limit = options.refundsPerDayMinor;
  const set = (refundsPerDayMinor: number | null) =>
    onChange({ ...access, options: { ...options, refundsPerDayMinor } });
  return (
    <div className="stack">
      <LockedLimit />
      <SwitchField
        label={say('access.limit')}
        checked={limit !== null}
        onChange={(on) => set(on ? firstLimitMinor : null)}
      />
      {limit === null ? null : (
        <MoneyField
          label={say('access.limitAmount')}
          hint={say('access.limitHint')}
          value={limit}
          currency={currency}
          onChange={set}
        />
      )}
    </div>
  );
}

/** What the IT department has set for every program, whatever is typed for this one. */
export function LockedLimit() {
  const { say, amount } = useWords();
  const { shop } = useStores();
  const currency = useStore(shop, (state) => state.settings?.shopCurrency ?? 'EUR');
  const most = useStore(shop, (state) => state.mostRefundsPerDay);
  if (most === null) return null;
  return (
    <p className={css['locked']}>
      <Icon name="lock" size={18} />
      <span>{say('access.limitLocked', { amount: amount({ value: most, currency }) })}</span>
    </p>
  );
}
