// The scopes and options of a program, to be ticked; scopes that give money or records away are marked in words. Used
// where access is given and where it is changed.
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ClientGrant } from '#contract/programs/client.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { useStores, useWords } from '../base/context.tsx';
import { CheckField, SelectField, SwitchField } from './field.tsx';
import { Icon } from '../base/icons.tsx';
import { MoneyField } from './money-field.tsx';
import css from './program-access.module.css';

interface ProgramAccessProps {
  readonly legend: string;
  /** The scopes that can be ticked. */
  readonly offered: readonly Scope[];
  readonly access: ClientGrant;
  readonly onChange: (access: ClientGrant) => void;
  /** Also shows the options that are rarely set. */
  readonly whole?: boolean;
}

const risky = ['refund', 'refund-unreferenced', 'export'] as const;

const waits = ['usual', 'yes', 'no'] as const;
const waitsValues = { usual: null, yes: true, no: false } as const;

/** The first figure of a new limit: a hundred of a currency with two decimals. */
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
          <SelectField
            label={say('access.waits')}
            hint={say('access.waitsHint')}
            value={waits.find((each) => waitsValues[each] === options.waitsOffline) ?? 'usual'}
            options={waits.map((value) => ({ value, label: say(`access.waits.${value}`) }))}
            onChange={(value) => {
              const waitsOffline = waitsValues[waits.find((each) => each === value) ?? 'usual'];
              onChange({ ...access, options: { ...options, waitsOffline } });
            }}
          />
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
  const field = useRef<HTMLInputElement>(null);
  const [turnedOn, setTurnedOn] = useState(false);
  // The field of the sum may lie below the fold: turning the limit on scrolls to it.
  useEffect(() => {
    if (turnedOn) field.current?.focus();
  }, [turnedOn]);
  const set = (refundsPerDayMinor: number | null) =>
    onChange({ ...access, options: { ...options, refundsPerDayMinor } });
  return (
    <div className="stack">
      <LockedLimit />
      <SwitchField
        label={say('access.limit')}
        checked={limit !== null}
        onChange={(on) => {
          set(on ? firstLimitMinor : null);
          setTurnedOn(on);
        }}
      />
      {limit === null ? null : (
        <MoneyField
          ref={field}
          fresh={turnedOn && limit === firstLimitMinor}
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

/** The IT department's limit for every program; a program's own limit cannot exceed it. */
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
