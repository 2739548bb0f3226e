import { fairQueue } from "~/platform/fair-queue";

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

interface Turn {
  priority: RenderPriority;
  network: string;
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
  const queue = fairQueue<Turn>({
    mayRun({ priority }, running) {
      const own = countOf("own", running);
      const personal = countOf("sending", running) + own;
      if (running.length >= atOnce) return false;
      if (priority === "reading") return true;
      // Personal pages may wait for a payment provider; a form does not wait for them.
      return personal < Math.max(1, atOnce - 1) && (priority === "sending" || own < Math.max(1, atOnce - 2));
    },
    isFull({ priority, network }, all) {
      const line = all.filter((other) => other.priority === priority);
      if (line.length >= waiting[priority]) return true;
      // An unknown network may be many: it has no share of its own.
      const own = network === "" ? 0 : line.filter((other) => other.network === network).length;
      return own >= Math.max(1, waiting[priority] / 2);
    },
    refusal: ({ priority }) => new RenderQueueFull(priority),
    rank: ({ priority }) => PRIORITIES.indexOf(priority),
  });
  let steppedAside = 0;

  return {
    run: (priority, render, network = "") =>
      queue.run({ priority, network }, (leave) =>
        render(async (wait) => {
          if (steppedAside >= aside) return undefined;
          steppedAside += 1;
          return leave(() => wait().finally(() => (steppedAside -= 1)));
        }),
      ),
  };
}

const countOf = (priority: RenderPriority, turns: readonly Turn[]): number =>
  turns.filter((other) => other.priority === priority).length;
