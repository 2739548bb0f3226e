import { usualTerms } from "./account";
import type { Act } from "./act";
import { ACTS, TAKING_BACK } from "./acts.server";
import type { ActsShop } from "./acts-shop.server";
import { CARD_FIRST, CARD_SECOND } from "./card-acts.server";
import { type ShowOrder, wrongInBooks } from "./books.server";
import { PRESENT_FIRST, PRESENT_SECOND } from "./present-acts.server";
import { roundOfPairs } from "./round-of-pairs";
import { type Findings, linesOf, runAct, USUAL } from "./run-acts.server";

/** A step of a walk over pairs of acts. */
interface Step {
  one: Act;
  two: Act;
  /** Whether the second act is made, too; else only the first one, after the second of the step before. */
  isWhole: boolean;
}

const stepsOfAll = (list: Act[]): Step[] =>
  roundOfPairs(list.length).map(([one, two]) => ({ one: list[one] as Act, two: list[two] as Act, isWhole: true }));

/** Steps with one of some acts, and steps before which one was made. */
const stepsWith = (list: Act[], isOne: (act: Act) => boolean): Step[] =>
  stepsOfAll(list).flatMap((step, turn, all) => {
    const before = all[turn - 1]?.two;
    const isWhole = isOne(step.one) || isOne(step.two);
    return isWhole || (before && isOne(before)) ? [{ ...step, isWhole }] : [];
  });

const together = ACTS.filter((act) => !act.isApart);
const ofOrders = ACTS.filter((act) => !act.isOfShop);

/** Steps with an act that changes the shop. */
export const stepsOfShop: Step[] = stepsWith(together, (act) => act.isOfShop ?? false);

/** Steps with an act whose pairs are walked apart. */
export const stepsApart: Step[] = stepsWith(ofOrders, (act) => act.isApart ?? false);

/** Acts that could reach all money of an order: that of a gift card which it bought, too, or what there is none of for its present. */
const REACHING_ALL = [
  "part refund",
  "store credit",
  "refund of all",
  "goodwill",
  "refund at the gateway",
  "change for less",
  "change for more, paid",
  "return",
  "exchange for more",
  "exchange for less",
  "refund of goods here",
  "lost parcel paid back",
  "cancel",
  "delay, called off",
  "dispute opened",
  "dispute won",
  "dispute lost",
];

const reaching = REACHING_ALL.flatMap((name) => [...ACTS, ...TAKING_BACK].filter((act) => act.name === name));

const stepsOf = (first: Act[], second: Act[]): Step[] =>
  first.flatMap((one) => second.map((two) => ({ one, two, isWhole: true })));
const stepsAfter = (first: Act[], second: Act[] = []): Step[] => stepsOf(first, [...reaching, ...second]);

/** Steps that begin with an order beside whose goods a gift card is bought, refunded or used. */
export const stepsOfCards: Step[] = stepsAfter(CARD_FIRST, CARD_SECOND);

/** Steps with one of the further acts that take goods back. */
export const stepsOfTakingBack: Step[] = [...stepsAfter(TAKING_BACK), ...stepsOf(reaching, TAKING_BACK)];

/** Steps that begin with an order with a present, of which a gift card paid a part. */
export const stepsOfPresents: Step[] = stepsAfter(PRESENT_FIRST, PRESENT_SECOND);

/** All other steps: each act is of one order alone. */
export const stepsOfOrders: Step[] = stepsOfAll(ofOrders.filter((act) => !act.isApart));

/** Consecutive parts of a walk. Each begins with the last step of the one before, whose second act precedes its next first act. */
export function partsOf(steps: Step[], count: number): Step[][] {
  const each = Math.ceil(steps.length / count);
  return Array.from({ length: count }, (_, turn) => steps.slice(Math.max(0, turn * each - 1), (turn + 1) * each));
}

/**
 * Makes the acts of some walks, at the same time, and then compares the books; `showOrder` as in `wrongInBooks`. Returns what was
 * wrong, each in a line, and each refused act with its reason.
 */
export async function walkPairs(
  acts: ActsShop,
  walks: Step[][],
  showOrder: ShowOrder,
): Promise<{ wrong: string[]; refused: string[] }> {
  const found: Findings = { wrong: new Map(), refused: new Map() };
  const pairOf = new Map<string, string>();
  await Promise.all(walks.map((steps) => walk(acts, steps, found, pairOf)));
  for (const [number, words] of await wrongInBooks(acts, showOrder))
    found.wrong.set(`the books after ${pairOf.get(number) ?? number}`, words);
  const refused = [...found.refused].flatMap(([reason, pairs]) => pairs.map((pair) => `${pair}: ${reason}`));
  return { wrong: linesOf(found.wrong), refused: [...new Set(refused)].toSorted() };
}

async function walk(acts: ActsShop, steps: Step[], found: Findings, pairOf: Map<string, string>): Promise<void> {
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
    pairOf.set(own.number, `${one.name} + ${two.name}`);
    if (isWhole) await runAct(acts, two, two.buys ? order : own, `${one.name} + ${two.name}`, found);
    before = isWhole ? two : undefined;
  }
}
