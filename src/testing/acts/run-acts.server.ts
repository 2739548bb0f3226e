import { Refusal } from "~/shop/refusal";
import { type Paid, paidAndBack, total } from "./account";
import { type Act, Refused } from "./act";
import type { ActsShop, Bought } from "./acts-shop.server";
import { wrongIn } from "./books.server";
import { endWaiting } from "./change-acts.server";

/** Usual order that acts begin with: the one with the most parts. */
export const USUAL: Bought["account"]["bought"] = { hasCode: true, isTaxed: true };

/** Findings of some acts: what was wrong, by the acts; and which acts were refused, by the reason. */
export interface Findings {
  wrong: Map<string, string[]>;
  refused: Map<string, string[]>;
}

const keptOf = (money: readonly Pick<Paid, "amount" | "back">[]): number =>
  total(money.map(({ amount, back }) => amount - back));

/**
 * Makes an act on an order and compares what it did with its preview, with the order's account and with the books; notes what
 * differs, or why it was refused, under `name`. If the order waits for the payment of a change, the change is ended and the act
 * made once more.
 *
 * @returns whether it was made.
 */
export async function runAct(
  acts: ActsShop,
  act: Act,
  order: Bought,
  name: string,
  { wrong, refused }: Findings,
): Promise<boolean> {
  const { number, account } = order;
  /** Reads the order's money once for all that is compared after an act. */
  const readMoney = async () => (order.money = await acts.money(number));
  const say = (words: string) => void wrong.set(name, [...(wrong.get(name) ?? []), words]);
  for (;;) {
    const before = order.money;
    try {
      const { promised, expected } = await act.do(acts, order);
      await acts.work(number);
      const after = await readMoney();
      const gave = keptOf(before) - keptOf(after);
      if (promised !== null && promised !== gave) say(`promised ${promised}, gave ${gave}`);
      if (!account.isExact) account.correct(after);
      else if (gave !== expected) say(`gave ${gave}, not ${expected}`);
      for (const words of await wrongIn(acts, order)) say(words);
      return true;
    } catch (error) {
      await acts.work(number);
      if (!(error instanceof Refusal || error instanceof Refused)) throw new Error(`${name} failed.`, { cause: error });
      const reason = error instanceof Refusal ? error.code : error.message;
      refused.set(reason, [...(refused.get(reason) ?? []), name]);
      if (error instanceof Refused && error.promised > 0) say(`promised ${error.promised}, and was refused`);
      if (paidAndBack(await readMoney()) !== paidAndBack(before)) say("was refused, and moved money");
      if (reason !== "change-open" || !(await endWaiting(acts, order))) return false;
    }
  }
}

/** Findings as text, each in a line. */
export const linesOf = (found: Map<string, string[]>): string[] =>
  [...found].map(([name, words]) => `${name}: ${words.join("; ")}`);
