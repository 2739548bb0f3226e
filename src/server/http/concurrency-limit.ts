import { Refusal, type RefusalCode } from "~/shop/refusal";

interface Places {
  atOnce: number;
  waiting: number;
}

/**
 * Lets so many do something at once, others wait, and those beyond are sent away. Of these places each one who is named takes no
 * more than `each` says, so that nobody has them all.
 */
export function concurrencyLimit({ each, ...all }: Places & { each?: Places }, busy: RefusalCode) {
  const own = each ?? all;
  const running: string[] = [];
  const waiting: { who: string; begin(): void }[] = [];
  const isFree = (who: string) => running.length < all.atOnce && countOf(who, running) < own.atOnce;
  const isSentAway = (who: string) =>
    waiting.length >= all.waiting ||
    countOf(
      who,
      waiting.map((other) => other.who),
    ) >= own.waiting;

  return async <T>(act: () => Promise<T>, who = ""): Promise<T> => {
    if (isFree(who)) running.push(who);
    else if (isSentAway(who)) throw new Refusal(busy);
    else await new Promise<void>((resolve) => waiting.push({ who, begin: resolve }));
    try {
      return await act();
    } finally {
      running.splice(running.indexOf(who), 1);
      const next = waiting.findIndex((other) => isFree(other.who));
      for (const { who: name, begin } of next < 0 ? [] : waiting.splice(next, 1)) {
        running.push(name);
        begin();
      }
    }
  };
}

const countOf = (who: string, names: string[]): number => names.filter((name) => name === who).length;
