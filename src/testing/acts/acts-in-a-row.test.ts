import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { usualTerms } from "./account";
import type { Act } from "./act";
import { ACTS, BY_CARD, TAKING_BACK } from "./acts.server";
import { openActsShop } from "./acts-shop.server";
import { wrongInBooks } from "./books.server";
import { PRESENT_SECOND } from "./present-acts.server";
import { type Findings, linesOf, runAct, USUAL } from "./run-acts.server";

const acts = await openActsShop();
/** Milliseconds after which the test hangs: a busy machine is many times slower than a quiet one. */
const HANGS = 60_000 + 30_000 * Number(process.env["ACTS_IN_A_ROW"] ?? 16);
/** How often three acts are drawn, and the seed of it; `npm run torture -- --acts` draws many. */
const rows = Number(process.env["ACTS_IN_A_ROW"] ?? 16);
const seed = Number(process.env["ACTS_SEED"] ?? 7);

const DRAWN: Act[] = [...ACTS, ...TAKING_BACK, ...PRESENT_SECOND];

/** Orders on which the acts are drawn in turn: with and without a part by gift card, an offer, a present. */
const ORDERS: (typeof USUAL)[] = [
  USUAL,
  { ...USUAL, card: BY_CARD },
  { hasCode: false, isTaxed: true, offer: "off", card: BY_CARD },
  { ...USUAL, offer: "present", card: BY_CARD },
];

/** Rows that were wrong once. */
const FOUND = [["dispute opened", "exchange for more", "refund of all"]];

/** Numbers from 0 up to an end, the same ones for a seed. */
function drawing(from: number): (end: number) => number {
  let state = from >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

test(
  `after ${rows} times three drawn acts ledger, files, figures, stock, papers and previews agree with the money`,
  async () => {
    const draw = drawing(seed);
    const found: Findings = { wrong: new Map(), refused: new Map() };
    const rowOf = new Map<string, string>();
    const known = FOUND.map((names) => names.flatMap((name) => ACTS.filter((act) => act.name === name)));
    for (let row = 0; row < rows + known.length; row += 1) {
      const three = known[row] ?? [0, 1, 2].map(() => DRAWN[draw(DRAWN.length)] as Act);
      await acts.setTerms(usualTerms);
      const order = await acts.buy(three[0]?.buys ?? ORDERS[row % ORDERS.length] ?? USUAL);
      const name = three.map((act) => act.name).join(" + ");
      rowOf.set(order.number, name);
      for (const act of three)
        if (act.buys) await acts.buy(act.buys);
        else await runAct(acts, act, order, name, found);
    }
    for (const [number, words] of await wrongInBooks(acts, showOrder))
      found.wrong.set(`the books after ${rowOf.get(number) ?? number}`, words);
    expect(linesOf(found.wrong)).toEqual([]);
  },
  HANGS,
);
