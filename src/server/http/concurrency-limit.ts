import { Refusal, type RefusalCode } from "~/shop/refusal";

/** Lets so many do something at once, others wait, and those beyond are sent away. */
export function turns({ atOnce, waiting: most }: { atOnce: number; waiting: number }, busy: RefusalCode) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new Refusal(busy);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
