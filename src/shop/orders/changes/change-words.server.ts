import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { changeWords } from "./change-words";
import { orderChanges } from "./order-changes.tables";
import { changedGoods } from "./shopper-change.server";

/** Changes that were made of orders, in words and oldest first, by number. */
export async function changeWordsOf(db: Database, numbers: string[]): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>();
  if (numbers.length === 0) return words;
  const made = await db
    .select({ number: orderChanges.orderNumber, plan: orderChanges.plan })
    .from(orderChanges)
    .where(
      and(
        inArray(orderChanges.orderNumber, numbers),
        eq(orderChanges.state, "applied"),
        isNull(orderChanges.returnNumber),
      ),
    )
    .orderBy(asc(orderChanges.closedAt));
  for (const { number, plan } of made)
    words.set(number, [...(words.get(number) ?? []), changeWords(await changedGoods(db, number, plan))]);
  return words;
}
