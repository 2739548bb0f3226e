import { fairQueue } from "~/platform/fair-queue";
import { recentCounts } from "~/platform/recent-counts";

/** Priorities of a render: a form, a personal page, or a public page. */
const PRIORITIES = ["sending", "own", "reading"] as const;
export type RenderPriority = (typeof PRIORITIES)[number];

/** Limits concurrent renders; other requests wait in a queue, and are refused when it is full. */
export interface RenderQueue {
  /** @throws {RenderQueueFull} when the queue of the priority, or the network's share of it, is full. */
  run<T>(priority: RenderPriority, render: (aside: StepAside) => Promise<T>, network?: string): Promise<T>;
}

/**
 * Waits for slow work while another render uses the slot. Returns undefined, without starting the work, when too many renders
 * wait this way.
 */
export type StepAside = <T>(wait: () => Promise<T>) => Promise<T | undefined>;

/** Thrown when the queue is full; the render was not started. */
export class RenderQueueFull extends Error {
  override readonly name = "RenderQueueFull";
}

interface Bounds {
  atOnce?: number;
  /** Maximum number of waiting requests of each priority; one network may take half of them. */
  waiting?: Record<RenderPriority, number>;
  /** Maximum number of renders that wait for slow work outside their slot. */
  aside?: number;
}

interface Turn {
  priority: RenderPriority;
  network: string;
  /** Number of requests of the network with this priority in the last minutes, before this one. */
  before: number;
}

/** Difference between the ranks of two priorities, and the highest number of earlier requests that makes a difference. */
const RANKS = 1_000_000;

/**
 * Forms are rendered first, then personal pages, then public pages. Each priority has a queue of its own, so that crawlers cannot
 * block buyers; one slot is reserved for public pages, so that forms and personal pages cannot block these. Within a priority the
 * network with the fewest requests in the last minutes comes first, and displaces the last request of one with more if the queue is
 * full, so that a crowd with many requests from many networks does not block a rider.
 */
export function renderQueue({
  atOnce = 4,
  waiting = { sending: 256, own: 128, reading: 128 },
  aside = 256,
}: Bounds = {}): RenderQueue {
  const counted = recentCounts();
  const queue = fairQueue<Turn>({
    mayRun({ priority }, running, all) {
      const own = countOf("own", running);
      const personal = countOf("sending", running) + own;
      if (running.length >= atOnce) return false;
      if (priority === "reading") return true;
      const slots = Math.max(1, atOnce - 1);
      const most = Math.max(1, atOnce - 2);
      // Personal pages may wait for a payment provider, so they leave one slot to forms, and forms leave one to those that wait.
      if (priority === "own") return personal < slots && own < most;
      return personal < (own === 0 && all.some((other) => other.priority === "own") ? most : slots);
    },
    isFull({ priority, network }, all) {
      if (countOf(priority, all) >= waiting[priority]) return true;
      const ofNetwork = all.filter((other) => other.network === network);
      // An unknown network may be many clients, so that the limit of a network does not apply.
      return network !== "" && countOf(priority, ofNetwork) >= Math.max(1, waiting[priority] / 2);
    },
    refusal: ({ priority }) => new RenderQueueFull(priority),
    rank: ({ priority, before }) => PRIORITIES.indexOf(priority) * RANKS + Math.min(before, RANKS - 1),
    displaces: ({ priority }, other) => other.priority === priority,
  });
  let steppedAside = 0;

  return {
    run: (priority, render, network = "") =>
      queue.run({ priority, network, before: counted(network && `${priority} ${network}`) }, (leave) =>
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
