import { expect, test } from "vitest";
import { Refusal } from "~/shop/refusal";
import { type Act, ACTS, endWaiting, Refused } from "./acts.server";
import { type Bought, openActsShop } from "./acts-shop.server";
import { usualTerms } from "./account";
import { wrongIn } from "./books.server";
import { roundOfPairs } from "./round-of-pairs";

const acts = await openActsShop();

const only = process.env["ACTS_ONLY"]?.split(",");

test("round", () => {
  const pairs = roundOfPairs(5).map(String);
  expect(new Set(pairs).size).toBe(25);
  const between = roundOfPairs(5).map(([, second], turn, all) => `${second},${all[(turn + 1) % 25]?.[0]}`);
  expect(new Set(between).size).toBe(25);
});

test("all ordered pairs of acts", async () => {
  const wrong: string[] = [];
  const refused = new Map<string, string[]>();
  const list = only ? ACTS.filter(({ name }) => only.includes(name)) : ACTS;
  const started = process.cpuUsage();
  const at = Date.now();
  let order = await acts.buy({ hasCode: true, isTaxed: true });
  for (const [first, second] of roundOfPairs(list.length)) {
    const [one, two] = [list[first] as Act, list[second] as Act];
    if (one.buys) order = await acts.buy(one.buys);
    const pair = `${one.name} + ${two.name}`;
    const isDone = await run(pair, one, order);
    await acts.setTerms(usualTerms);
    if (["code edited", "delivery fee lowered", "threshold lowered"].includes(one.name)) await run(pair, one, order);
    if (!isDone) continue;
    const next = await acts.buy(two.buys ?? { hasCode: true, isTaxed: true });
    await run(pair, two, two.buys ? next : order);
    order = next;
  }
  console.log(Date.now() - at, process.cpuUsage(started), wrong.length, [...refused].map(([code, all]) => `${code}: ${all.length}: ${all.slice(0, 60).join("; ")}`).join("\n"));
  console.log(wrong.join("\n"));
  expect(wrong).toEqual([]);

  async function run(pair: string, act: Act, own: Bought): Promise<boolean> {
    const say = (words: string) => wrong.push(`${pair}: ${act.name}: ${words}`);
    const { number } = own;
    for (let turn = 0; turn < 2; turn += 1) {
      const before = await acts.money(number);
      try {
        const { promised, expected } = await act.do(acts, own);
        await acts.work();
        const after = await acts.money(number);
        const gave = after.back - before.back - (after.paid - before.paid);
        if (promised !== null && promised !== gave) say(`promised ${promised}, gave ${gave}`);
        if (gave !== expected) say(`gave ${gave}, not ${expected}`);
        for (const words of await wrongIn(acts, own)) say(words);
        return true;
      } catch (error) {
        await acts.work();
        const code = error instanceof Refusal ? error.code : error instanceof Refused ? `form ${error.message}` : null;
        if (code === null) {
          say(String(error instanceof Error ? (error.stack ?? "").slice(0, 500) : error));
          return true;
        }
        refused.set(code, [...(refused.get(code) ?? []), pair]);
        if (error instanceof Refused && error.promised > 0) say(`promised ${error.promised}, and was refused`);
        if (code !== "change-open" || !(await endWaiting(acts, own))) return true;
      }
    }
    return true;
  }
});
