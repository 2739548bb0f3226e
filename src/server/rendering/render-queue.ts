/** Who waits for a page: whoever sent a form, whoever asks for a page of their own, or whoever reads what all read. */
const PRIORITIES = ["sending", "own", "reading"] as const;
export type RenderPriority = (typeof PRIORITIES)[number];

/** Lets only so many pages be rendered at once; the others wait in line, and requests beyond the line are refused. */
export interface RenderQueue {
  /** @throws {RenderQueueFull} when its queue, or the network's share of it, is full. */
  run<T>(priority: RenderPriority, render: (aside: StepAside) => Promise<T>, network?: string): Promise<T>;
}

/**
 * Waits for something without keeping the place among those that are rendered: others have it meanwhile. Nothing when too many wait
 * so: then nothing was begun.
 */
export type StepAside = <T>(wait: () => Promise<T>) => Promise<T | undefined>;

/** The line is full: nothing was begun. */
export class RenderQueueFull extends Error {
  override readonly name = "RenderQueueFull";
}

interface Bounds {
  atOnce?: number;
  /** How many may wait in each priority; of one network at most half of them. */
  waiting?: Record<RenderPriority, number>;
  /** How many may have stepped aside. */
  aside?: number;
}

interface Waiting {
  network: string;
  admit(): void;
}

/**
 * A form goes before all, then a page of one's own, each in a line of its own, so that no crawler keeps a shopper from buying.
 * One place is left to those who read, so that the others do not keep them out either.
 */
export function renderQueue({
  atOnce = 4,
  waiting = { sending: 256, own: 128, reading: 128 },
  aside = 256,
}: Bounds = {}): RenderQueue {
  const { enter, leave, isFullFor } = places(atOnce, waiting);
  let steppedAside = 0;

  const asideOf =
    (priority: RenderPriority, network: string): StepAside =>
    async (wait) => {
      if (steppedAside >= aside) return undefined;
      steppedAside += 1;
      leave(priority);
      try {
        return await wait();
      } finally {
        steppedAside -= 1;
        // A request that was in already is not turned away now.
        await enter(priority, network);
      }
    };

  return {
    async run(priority, render, network = "") {
      if (isFullFor(network, priority)) throw new RenderQueueFull(priority);
      const turn = enter(priority, network);
      if (turn) await turn;
      try {
        return await render(asideOf(priority, network));
      } finally {
        leave(priority);
      }
    },
  };
}

function places(atOnce: number, waiting: Record<RenderPriority, number>) {
  const queues: Record<RenderPriority, Waiting[]> = { sending: [], own: [], reading: [] };
  const running: Record<RenderPriority, number> = { sending: 0, own: 0, reading: 0 };

  function hasRoom(priority: RenderPriority): boolean {
    const personal = running.sending + running.own;
    if (personal + running.reading >= atOnce) return false;
    if (priority === "reading") return true;
    // Personal pages may wait for a payment provider; a form does not wait for them.
    return personal < Math.max(1, atOnce - 1) && (priority === "sending" || running.own < Math.max(1, atOnce - 2));
  }

  function admitNext(): void {
    for (const priority of PRIORITIES)
      while (queues[priority].length > 0 && hasRoom(priority)) {
        running[priority] += 1;
        queues[priority].shift()?.admit();
      }
  }

  return {
    /** Nothing to wait for where there is room: what is asked for begins at once. */
    enter(priority: RenderPriority, network: string): Promise<void> | undefined {
      if (!hasRoom(priority)) return new Promise((admit) => queues[priority].push({ network, admit }));
      running[priority] += 1;
      return undefined;
    },
    leave(priority: RenderPriority): void {
      running[priority] -= 1;
      admitNext();
    },
    isFullFor(network: string, priority: RenderPriority): boolean {
      if (hasRoom(priority)) return false;
      const queue = queues[priority];
      // An unknown network may be many: it has no share of its own.
      if (network === "") return queue.length >= waiting[priority];
      const own = queue.reduce((count, other) => count + (other.network === network ? 1 : 0), 0);
      return queue.length >= waiting[priority] || own >= Math.max(1, waiting[priority] / 2);
    },
  };
}
