// A heap of the changes that the clock alone causes, by their time. An item may be out of date when it is reached (the
// payment was captured, or paid), so the caller that takes it checks the payment or the notification again.

export interface ScheduledChange {
  /** Milliseconds of the sandbox's clock. */
  readonly at: number;
  /** The id of a payment, or of a notification. */
  readonly id: string;
}

export interface Schedule {
  add(change: ScheduledChange): void;
  /** The earliest, or null. */
  first(): ScheduledChange | null;
  /** Takes the earliest away. */
  take(): void;
}

export function createSchedule(): Schedule {
  const heap: ScheduledChange[] = [];
  const at = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number): void => {
    const [one, other] = [heap[left], heap[right]];
    if (one === undefined || other === undefined) return;
    heap[left] = other;
    heap[right] = one;
  };

  return {
    add: (change) => {
      let index = heap.push(change) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (at(parent) <= at(index)) return;
        swap(parent, index);
        index = parent;
      }
    },
    first: () => heap[0] ?? null,
    take: () => {
      swap(0, heap.length - 1);
      heap.pop();
      let index = 0;
      while (index < heap.length) {
        const left = index * 2 + 1;
        const least = at(left + 1) < at(left) ? left + 1 : left;
        if (at(index) <= at(least)) return;
        swap(index, least);
        index = least;
      }
    },
  };
}
