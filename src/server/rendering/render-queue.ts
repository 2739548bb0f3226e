/** Who waits for a page: whoever sent a form, whoever asks for a page of their own, or whoever reads what all read. */
const PRIORITIES = ["sending", "own", "reading"] as const;
export type RenderPriority = (typeof PRIORITIES)[number];

/** Lets only so many pages be rendered at once; the others wait in line, and requests beyond the line are refused. */
export interface RenderQueue {
  /** @throws {RenderQueueFull} when its queue, or the network's share of it, is full. */
  run<T>(priority: RenderPriority, render: () => Promise<T>, network?: string): Promise<T>;
}

/** The line is full: nothing was begun. */
export class RenderQueueFull extends Error {
  override readonly name = "TooBusy";
}

interface Bounds {
  atOnce?: number;
  /** How many may wait in each priority; of one network at most half of them. */
  waiting?: Record<RenderPriority, number>;
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
}: Bounds = {}): RenderQueue {
  const queues: Record<RenderPriority, Waiting[]> = { sending: [], own: [], reading: [] };
  const running: Record<RenderPriority, number> = { sending: 0, own: 0, reading: 0 };

  function hasRoom(priority: RenderPriority): boolean {
    const personal = running.sending + running.own;
    if (personal + running.reading >= atOnce) return false;
    if (priority === "reading") return true;
    // What is one's own may wait for a payment provider; a form does not wait for that.
    return personal < Math.max(1, atOnce - 1) && (priority === "sending" || running.own < Math.max(1, atOnce - 2));
  }

  function admitNext(): void {
    for (const priority of PRIORITIES)
      while (queues[priority].length > 0 && hasRoom(priority)) {
        running[priority] += 1;
        queues[priority].shift()?.admit();
      }
  }

  function isFullFor(network: string, priority: RenderPriority): boolean {
    const queue = queues[priority];
    // Of an unknown network nobody can tell whether it is one.
    if (network === "") return queue.length >= waiting[priority];
    const own = queue.reduce((count, other) => count + (other.network === network ? 1 : 0), 0);
    return queue.length >= waiting[priority] || own >= Math.max(1, waiting[priority] / 2);
  }

  return {
    async run(priority, render, network = "") {
      if (hasRoom(priority)) running[priority] += 1;
      else if (isFullFor(network, priority)) throw new RenderQueueFull(priority);
      else await new Promise<void>((admit) => queues[priority].push({ network, admit }));
      try {
        return await render();
      } finally {
        running[priority] -= 1;
        admitNext();
      }
    },
  };
}
