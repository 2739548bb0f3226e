import type { Database } from "~/platform/database.server";
import { changeWords } from "./change-words";
import { madeChanges } from "./open-change.server";
import { changedGoods } from "./shopper-change.server";

/** Applied changes of some orders as text, oldest first, by order number. */
export async function changeWordsOf(db: Database, numbers: string[]): Promise<Map<string, string[]>> {
  const words = new Map<string, string[]>();
  if (numbers.length === 0) return words;
  for (const { orderNumber: number, computed } of await madeChanges(db, numbers))
    words.set(number, [...(words.get(number) ?? []), changeWords(await changedGoods(db, number, computed))]);
  return words;
}
