import { expect } from "vitest";
import type { Database } from "~/platform/database.server";
import { locked, reserve, sell } from "~/shop/catalog/stock/reservations.server";
import { untilWaiting } from "./until-waiting.server";

/**
 * Makes an act meet the sale of another order that has locked the first of its variants and not yet the others, and waits until
 * the act waits for it. The two deadlock if the act locks a later one of the variants before the first.
 */
export async function meetsSale<Result>(
  db: Database,
  variantIds: number[],
  act: () => Promise<Result>,
): Promise<Result> {
  const ids = variantIds.toSorted((a, b) => a - b);
  const [first = 0] = ids;
  const pieces = ids.map((variantId) => ({ variantId, quantity: 1 }));
  const buyer = { kind: "shopper" } as const;
  const reference = `beside ${ids.join()}`;
  await db.transaction((tx) => reserve(tx, pieces, reference, buyer));
  const { made } = await db.transaction(async (tx) => {
    await locked(tx, [first]);
    const made = act();
    await untilWaiting(db);
    expect(await sell(tx, reference, buyer)).toBe(true);
    return { made };
  });
  return made;
}
