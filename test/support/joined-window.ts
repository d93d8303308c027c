// A window that joins a bridge over its socket, as the app's window does: what it asks, and what it was told.
import { onTestFinished } from 'vitest';
import type { WindowCall, WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import type { Role } from '#contract/people/roles.ts';
import { type JoinedBridge, joinBridge } from '#control/window/client.ts';
import type { WindowReply, WindowSeat, WindowWord } from '#control/window/messages.ts';
import packageFile from '../../package.json' with { type: 'json' };

export const { version } = packageFile;

export interface TestWindow {
  readonly joined: JoinedBridge;
  readonly words: WindowWord[];
  seat(): WindowSeat | null;
  /** The reply as it came. */
  reply(call: WindowCall, input: object): Promise<WindowReply>;
  /** The answer; throws where the call failed. */
  ask<C extends WindowCall>(call: C, input: WindowInput<C>): Promise<WindowOutputs[C]>;
  /** Resolves when the window has been told something like that. */
  told(found: (word: WindowWord) => boolean): Promise<void>;
}

export async function aWindowAt(folder: string): Promise<TestWindow> {
  const words: WindowWord[] = [];
  const waiting = new Set<() => void>();
  const joined = await joinBridge({
    folder,
    version,
    heard(word) {
      words.push(word);
      for (const look of waiting) look();
    },
  });
  if ('type' in joined) throw new Error(`cannot join: ${JSON.stringify(joined)}`);
  onTestFinished(() => joined.leave());
  const reply = (call: WindowCall, input: object) => joined.ask(call, input);
  return {
    joined,
    words,
    seat: () => words.findLast((word) => 'seat' in word)?.seat ?? null,
    reply,
    ask: async (call, input) => answerIn(await reply(call, input)),
    told: (found) =>
      new Promise((resolve) => {
        const look = () => {
          if (!words.some(found)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

function answerIn<T>(reply: WindowReply): T {
  if ('refused' in reply) throw new Error(reply.refused);
  return reply.answer as T;
}

export const pins: { readonly [role in Role]: string } = { cashier: '409618', supervisor: '582047', manager: '731926' };

/** Adds the people, the manager first, who stays signed in at this window. Their ids by role. */
export async function addPeople(window: TestWindow): Promise<{ readonly [role in Role]: string }> {
  const ids = { cashier: '', supervisor: '', manager: '' };
  for (const role of ['manager', 'supervisor', 'cashier'] as const) {
    const saved = await window.ask('saveOperator', { id: null, name: role, role, active: true, pin: pins[role] });
    if (saved.type === 'refused') throw new Error(saved.refusal.detail);
    ids[role] = saved.operator.id;
    if (role === 'manager') await window.ask('signIn', { operatorId: ids.manager, pin: pins.manager });
  }
  return ids;
}
