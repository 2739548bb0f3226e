import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { usualTerms } from "./account";
import type { Act } from "./act";
import { ACTS } from "./acts.server";
import { openActsShop } from "./acts-shop.server";
import { wrongInBooks } from "./books.server";
import { roundOfPairs } from "./round-of-pairs";
import { type Findings, linesOf, runAct, USUAL } from "./run-acts.server";

const acts = await openActsShop();
/** Milliseconds after which the test hangs: a busy machine is many times slower than a quiet one. */
const HANGS = 1_200_000;

const CHEAPER = ["change for less", "change that takes out"];
const CHANGES = [...CHEAPER, "change for more, paid", "change for more, unpaid"];
const SENDS = ["exchange, even", "exchange for more", "return", "lost parcel sent again", "lost parcel paid back"];
const REFUNDS = ["part refund", "refund of delivery alone", "refund of all", "goodwill"];
/** Disputes by which a bank holds the money or has taken it. */
const HELD = ["dispute opened", "dispute lost"];
const GATEWAY = ["refund at the gateway", "dispute opened", "dispute won", "dispute lost"];

/** Refused second acts by the reason, and the first acts after which they are; all other acts of all pairs are made. */
const REFUSED: Record<string, [first: string[], second: string[]][]> = {
  "order-state": [
    [
      ["refund of all", "cancel"],
      [...CHANGES, ...SENDS, "address corrected"],
    ],
    [[...REFUNDS, "refund at the gateway", ...SENDS], ["cancel"]],
    [SENDS, ["address corrected"]],
  ],
  "order-cancelled": [[["cancel"], ["cancel"]]],
  "change-open": [[["change for more, unpaid"], [...REFUNDS, ...CHANGES, ...SENDS]]],
  "change-nothing": [
    [["change for less"], ["change for less"]],
    [["change for more, paid"], ["change for more, paid", "change for more, unpaid"]],
  ],
  "nothing to refund": [
    [["refund of delivery alone", "return"], ["refund of delivery alone"]],
    [["refund of all", "cancel", ...HELD], REFUNDS],
  ],
  "refund-disputed": [[["dispute opened"], [...CHEAPER, "return", "lost parcel paid back"]]],
  "refund-charged-back": [[["dispute lost"], [...CHEAPER, "lost parcel paid back"]]],
  "refused by the gateway": [[HELD, ["refund at the gateway"]]],
  "nothing left at the gateway": [[["refund of all", "cancel"], GATEWAY]],
};

const expected = Object.entries(REFUSED).flatMap(([reason, groups]) =>
  groups.flatMap(([first, second]) => first.flatMap((one) => second.map((two) => `${one} + ${two}: ${reason}`))),
);

test("the pairs, and the pairs between them, are each ordered pair once", () => {
  const round = roundOfPairs(5);
  const between = round.map(([, second], turn) => [second, round[(turn + 1) % round.length]?.[0]]);
  for (const pairs of [round, between]) expect(new Set(pairs.map(String)).size).toBe(25);
});

interface Step {
  one: Act;
  two: Act;
  /** Whether the second act is made, too; else only the first one, after the second of the step before. */
  isWhole: boolean;
}

const isShop = ({ one, two }: Pick<Step, "one" | "two">) => Boolean(one.isOfShop ?? two.isOfShop);
const stepsOf = (list: Act[]) =>
  roundOfPairs(list.length).map(([one, two]) => ({ one: list[one] as Act, two: list[two] as Act, isWhole: true }));

/** Steps with an act that changes the shop. */
const alone: Step[] = stepsOf(ACTS).flatMap((step, turn, all) => {
  const isAfterShop = all[turn - 1]?.two.isOfShop ?? false;
  return isShop(step) || isAfterShop ? [{ ...step, isWhole: isShop(step) }] : [];
});
/** All other steps. */
const others = stepsOf(ACTS.filter((act) => !act.isOfShop));

const found: Findings = { wrong: new Map(), refused: new Map() };
const pairOf = new Map<string, [Act, Act]>();

/** Walks at the same time: most of a walk waits for the database. */
const WALKS = 5;

/** Consecutive parts of a walk. Each begins with the last step of the one before, whose second act precedes its next first act. */
function parts(steps: Step[]): Step[][] {
  const each = Math.ceil(steps.length / WALKS);
  return Array.from({ length: WALKS }, (_, turn) => steps.slice(Math.max(0, turn * each - 1), (turn + 1) * each));
}

async function walk(steps: Step[]): Promise<void> {
  let order = await acts.buy(USUAL);
  let before: Act | undefined;
  for (const { one, two, isWhole } of steps) {
    if (one.buys) order = await acts.buy(one.buys);
    const own = order;
    // The acts on two orders: the second of the step before, and the first of this one.
    const name = `${before?.name ?? "nothing"}, then ${one.name} of another`;
    await runAct(acts, one, own, name, found);
    await acts.setTerms(usualTerms);
    const other = two.buys ? undefined : await acts.buy(USUAL);
    if (one.isOfShop) await one.do(acts, own);
    order = other ?? (await acts.buy(two.buys ?? USUAL));
    pairOf.set(own.number, [one, two]);
    if (isWhole) await runAct(acts, two, two.buys ? order : own, `${one.name} + ${two.name}`, found);
    before = isWhole ? two : undefined;
  }
}

test(
  "after any two acts, on one order or on two, its shopper has paid what the account says; ledger, files, figures, stock, papers and previews agree",
  async () => {
    await walk(alone);
    await acts.setTerms(usualTerms);
    await Promise.all(parts(others).map(walk));
    for (const [number, words] of await wrongInBooks(acts, showOrder)) {
      const pair = pairOf.get(number)?.map(({ name }) => name) ?? [number];
      found.wrong.set(`the books after ${pair.join(" + ")}`, words);
    }

    expect(linesOf(found.wrong)).toEqual([]);
    const refused = [...found.refused].flatMap(([reason, pairs]) => pairs.map((pair) => `${pair}: ${reason}`));
    expect([...new Set(refused)].toSorted()).toEqual(expected.toSorted());
  },
  HANGS,
);
