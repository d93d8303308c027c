// A heap of the changes that the clock alone causes, by their time. An item may be out of date when it is reached (the
// payment was captured, or paid), so the caller that takes it checks the payment or the notification again.

export interface Appointment {
  /** Milliseconds of the sandbox's clock. */
  readonly at: number;
  /** The id of a payment, or of a notification. */
  readonly id: string;
}

export interface Agenda {
  add(appointment: Appointment): void;
  /** The earliest, or null. */
  first(): Appointment | null;
  /** Takes the earliest away. */
  take(): void;
}

export function createAgenda(): Agenda {
  const heap: Appointment[] = [];
  const at = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number): void => {
    const [one, other] = [heap[left], heap[right]];
    if (one === undefined || other === undefined) return;
    heap[left] = other;
    heap[right] = one;
  };

  return {
    add: (appointment) => {
      let index = heap.push(appointment) - 1;
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
