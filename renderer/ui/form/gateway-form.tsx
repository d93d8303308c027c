// The gateway and its credentials, for the guide and the settings. The API key and the passphrase are in no state: they
// are read from their fields when they are used. Main never sends a stored key back.
import { type ReactNode, useRef, useState } from 'react';
import type { ConnectionVerdict, GatewayChoice, GatewayChoiceView } from '#contract/till/window.ts';
import type { TextKey } from '#texts/index.ts';
import type { Failed } from '../../bridge/failed.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { TextField } from './field.tsx';
import { Foot } from './foot.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Failure } from '../feedback/failure.tsx';
import { SecretField } from './secret-field.tsx';

export type GatewayMode = GatewayChoice['mode'];

interface GatewayFormProps {
  readonly mode: Exclude<GatewayMode, 'training'>;
  readonly stored: GatewayChoiceView | null;
  readonly saveLabel: string;
  readonly onSaved: (choice: GatewayChoiceView) => void;
  /** A step back, for the foot of the page. */
  readonly back?: ReactNode;
}

type ErrorKey = Extract<TextKey, `gateway.${string}Error`>;

interface Wrong {
  readonly root?: ErrorKey;
  readonly merchantId?: ErrorKey;
  readonly apiKey?: ErrorKey;
}

type Testing = 'no' | 'running' | 'silent' | ConnectionVerdict;

/** Parts of its page's column, so that its steps stay in sight from the top of the page. */
export function GatewayForm({ mode, stored, saveLabel, onSaved, back = null }: GatewayFormProps) {
  const { say } = useWords();
  const { ports } = useStores();
  const same = stored?.mode === mode;
  const [root, setRoot] = useState(same ? (stored.root ?? '') : '');
  const [merchantId, setMerchantId] = useState(same ? (stored.merchantId ?? '') : '');
  const [wrong, setWrong] = useState<Wrong>({});
  const [testing, setTesting] = useState<Testing>('no');
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const apiKey = useRef<HTMLInputElement>(null);
  const passphrase = useRef<HTMLInputElement>(null);
  const kept = same && stored.hasApiKey && !stored.keyIsForAnother;

  const choice = (): GatewayChoice | null => {
    const key = apiKey.current?.value ?? '';
    const found: Wrong = {
      ...(/^https:\/\/\S+$|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?/.test(root.trim())
        ? {}
        : { root: 'gateway.rootError' }),
      ...(merchantId.trim() === '' ? { merchantId: 'gateway.merchantIdError' } : {}),
      ...(key === '' && !kept ? { apiKey: 'gateway.apiKeyError' } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return null;
    const phrase = passphrase.current?.value ?? '';
    return {
      mode,
      root: root.trim(),
      merchantId: merchantId.trim(),
      apiKey: key === '' ? null : key,
      passphrase: phrase === '' ? null : phrase,
    };
  };
  const test = async () => {
    const chosen = choice();
    if (chosen === null) return;
    setTesting('running');
    const answer = await ports.bridge.ask('testConnection', chosen);
    setTesting(answer.type === 'answer' ? answer.value : 'silent');
  };
  const save = async () => {
    const chosen = choice();
    if (chosen === null || saving) return;
    setSaving(true);
    setFailed(null);
    const answer = await ports.bridge.ask('saveGatewayChoice', chosen);
    setSaving(false);
    if (answer.type === 'answer' && answer.value.type === 'saved') {
      for (const field of [apiKey.current, passphrase.current]) if (field !== null) field.value = '';
      onSaved(answer.value.choice);
    } else setFailed(answer.type === 'answer' && answer.value.type === 'refused' ? answer.value.refusal : 'silent');
  };
  const error = (key: ErrorKey | undefined) => (key === undefined ? null : say(key));
  return (
    <>
      <TextField
        label={say('gateway.root')}
        hint={say('gateway.rootHint')}
        error={error(wrong.root)}
        inputMode="url"
        maxLength={2048}
        value={root}
        onChange={setRoot}
      />
      <TextField
        label={say('gateway.merchantId')}
        error={error(wrong.merchantId)}
        takesNumbers
        value={merchantId}
        onChange={setMerchantId}
      />
      <SecretField
        ref={apiKey}
        label={say('gateway.apiKey')}
        hint={kept ? say('gateway.apiKeyKept') : undefined}
        error={error(wrong.apiKey)}
        maxLength={1024}
      />
      {stored?.systemProtects === false ? (
        <SecretField
          ref={passphrase}
          label={say('gateway.passphrase')}
          hint={say('gateway.passphraseHint')}
          maxLength={1024}
        />
      ) : null}
      <TestResult testing={testing} />
      <Failure what="saved" failed={failed} />
      <Foot>
        {back}
        <Button disabled={testing === 'running'} onPress={() => void test()}>
          {say('gateway.test.do')}
        </Button>
        <Button kind="next" disabled={saving} onPress={() => void save()}>
          {saveLabel}
        </Button>
      </Foot>
    </>
  );
}

function TestResult({ testing }: { readonly testing: Testing }) {
  const { say } = useWords();
  if (testing === 'no') return null;
  if (testing === 'running') return <p role="status">{say('gateway.testing')}</p>;
  if (testing !== 'silent' && testing.ok) return <Notice tone="good" title={say(`verdict.${testing.code}`)} live />;
  return (
    <Notice tone="wrong" title={say('gateway.testFailed')} live>
      <p>{testing === 'silent' ? say('gateway.testSilent') : say(`verdict.${testing.code}`)}</p>
    </Notice>
  );
}
