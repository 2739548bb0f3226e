import { fairQueue } from "~/platform/fair-queue";
import { Refusal, type RefusalCode } from "~/shop/refusal";

interface Turn {
  who: string;
}

interface Places {
  atOnce: number;
  waiting: number;
}

/**
 * Limits concurrent tasks: `atOnce` tasks run, `waiting` tasks wait, and further ones are refused. `each` limits the share of one
 * client, named by `who`.
 */
export function concurrencyLimit({ each, ...all }: Places & { each?: Places }, busy: RefusalCode) {
  const own = each ?? all;
  const countOf = (who: string, turns: readonly Turn[]) => turns.filter((other) => other.who === who).length;
  const queue = fairQueue<Turn>({
    mayRun: ({ who }, running) => running.length < all.atOnce && countOf(who, running) < own.atOnce,
    isFull: ({ who }, waiting) => waiting.length >= all.waiting || countOf(who, waiting) >= own.waiting,
    refusal: () => new Refusal(busy),
  });
  return <T>(act: () => Promise<T>, who = ""): Promise<T> => queue.run({ who }, act);
}
