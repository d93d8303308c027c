// The address to which a program wants its events sent: a person reads it in full, and allows exactly that one.
import type { Client, Webhook } from '#contract/programs/client.ts';
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { useAsk } from '../../ui/feedback/use-ask.ts';
import { Foreign } from '../../ui/feedback/foreign.tsx';

interface ProgramWebhookProps {
  readonly client: Client;
  readonly webhook: Webhook;
  /** Whether the signed-in person may change it. */
  readonly may: boolean;
  readonly onChanged: () => void;
}

export function ProgramWebhook({ client, webhook, may, onChanged }: ProgramWebhookProps) {
  const { say } = useWords();
  const { ask, failed } = useAsk();
  const { id, name } = client;
  const allow = async (allowed: boolean) => {
    const change = { options: { webhook: { ...webhook, allowed } } };
    await ask('changeClient', { id, change });
    onChanged();
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
      <Failure what="saved" failed={failed} />
    </>
  );
}
