// The address to which a program wants its events sent: a person reads it in full, and allows exactly that one.
import type { Client, Webhook } from '#contract/programs/client.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';

interface ProgramWebhookProps {
  readonly client: Client;
  readonly webhook: Webhook;
  /** Whether the signed-in person may change it. */
  readonly may: boolean;
  readonly onChanged: (refusal: Refusal | null) => void;
}

export function ProgramWebhook({ client, webhook, may, onChanged }: ProgramWebhookProps) {
  const { ports } = useStores();
  const { say } = useWords();
  const { id, name } = client;
  const allow = async (allowed: boolean) => {
    const change = { options: { webhook: { ...webhook, allowed } } };
    const answer = await ports.bridge.ask('changeClient', { id, change });
    onChanged(answer.type === 'answer' && 'refusal' in answer.value ? answer.value.refusal : null);
  };
  return (
    <>
      <p className="soft">
        {say(webhook.allowed ? 'programs.webhookAllowed' : 'programs.webhookWaits')} <Foreign text={webhook.url} />
      </p>
      {may ? (
        <div className="row">
          <Button onPress={() => void allow(!webhook.allowed)}>
            {say(webhook.allowed ? 'programs.webhookStop' : 'programs.webhookAllow', { name })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
