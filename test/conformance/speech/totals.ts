// Where answers show what is captured and refunded of a payment by now. Like amounts, these sums are known by their values:
// a path counts where every answer that has it shows what the suite did until then, and more than one sum of it.
import { type AnswerPaths, defaultAnswerPaths, minorUnits } from '#operations/evidence/reading.ts';
import { isNamed, membersOf, placesOf } from './members.ts';
import type { Heard } from './payments.ts';
import { type OddSum, type ShownSum, isAwaited, isTakenFor, pathsShowing } from './sums.ts';

type Kind = 'captured' | 'refunded';

export interface SeenTotals {
  readonly proposed: Partial<Pick<AnswerPaths, Kind>>;
  readonly odd: readonly OddSum[];
}

export function totalsIn(heard: readonly Heard[], wrappers: readonly string[]): SeenTotals {
  const answers = heard.flatMap(({ act, answer, payment }) => {
    const isKnown = payment?.state === 'held' && ['payment', 'capture', 'refund'].includes(act) && answer.status < 300;
    if (!isKnown) return [];
    return placesOf(answer.json, wrappers).map((place) => ({ members: membersOf(place, wrappers), payment }));
  });
  const proposed: { [kind in Kind]?: readonly string[] } = {};
  const odd: OddSum[] = [];
  for (const kind of ['captured', 'refunded'] as const) {
    const isDefault = (path: string) => isNamed(defaultAnswerPaths[kind], path);
    const bare = answers.filter(
      ({ members }) => !members.some(({ path, value }) => isDefault(path) && minorUnits(value) !== null),
    );
    const isNeeded = ({ path }: ShownSum) => bare.some(({ members }) => members.some((each) => each.path === path));
    const all = pathsShowing(
      answers.map(({ members, payment }) => ({
        members,
        sum: { value: payment[kind], currency: payment.currency },
      })),
    ).filter((shown) => {
      const moved = [...shown.sums].filter((each) => each > 0).length;
      return moved >= 2 && isNeeded(shown) && !isAwaited(shown.path);
    });
    const inMajor = all.filter(({ forms }) => forms.has('major units'));
    if (inMajor.length > 0) odd.push({ what: kind, paths: pathsOf(inMajor), because: 'major units' });
    const readable = all.filter(({ forms, path }) => !forms.has('major units') && !isDefault(path));
    const byName = readable.filter(({ path }) => isTakenFor(kind, path));
    const likely = byName.length > 0 ? byName : readable;
    if (likely.length === 0) continue;
    if (byName.length === 0 && likely.length > 1) {
      odd.push({ what: kind, paths: pathsOf(likely), because: 'several places' });
    } else proposed[kind] = [...defaultAnswerPaths[kind], ...pathsOf(likely)];
  }
  return { proposed, odd };
}

const pathsOf = (shown: readonly ShownSum[]): string[] => shown.map(({ path }) => path).toSorted();
