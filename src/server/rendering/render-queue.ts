import { fairQueue } from "~/platform/fair-queue";

/** Priorities of a render: a form, a personal page, or a public page. */
const PRIORITIES = ["sending", "own", "reading"] as const;
export type RenderPriority = (typeof PRIORITIES)[number];

/** Limits concurrent renders; others wait in line, and requests beyond its length are refused. */
export interface RenderQueue {
  /** @throws {RenderQueueFull} when its queue, or the network's share of it, is full. */
  run<T>(priority: RenderPriority, render: (aside: StepAside) => Promise<T>, network?: string): Promise<T>;
}

/** Waits for slow work without keeping the render slot. Returns undefined, without starting it, when too many wait this way. */
export type StepAside = <T>(wait: () => Promise<T>) => Promise<T | undefined>;

/** The line is full: nothing was started. */
export class RenderQueueFull extends Error {
  override readonly name = "RenderQueueFull";
}

interface Bounds {
  atOnce?: number;
  /** Most waiting requests of each priority; one network gets at most half. */
  waiting?: Record<RenderPriority, number>;
  /** Most renders that wait outside their slot. */
  aside?: number;
}

interface Turn {
  priority: RenderPriority;
  network: string;
}

/**
 * Forms go first, then personal pages, each in a line of its own, so that crawlers cannot block buyers. One slot is reserved for public
 * pages, so that the others cannot block those either.
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
      // Personal pages may wait for a payment provider, so forms have a slot that these cannot take.
      return personal < Math.max(1, atOnce - 1) && (priority === "sending" || own < Math.max(1, atOnce - 2));
    },
    isFull({ priority, network }, all) {
      const line = all.filter((other) => other.priority === priority);
      if (line.length >= waiting[priority]) return true;
      // Unknown networks may be many clients: they have no common limit.
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
