import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { usedNumbers } from "./used-numbers.tables";

/** Given numbers whose order or return was cleared. */
export async function clearedNumbers(db: Database, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db.select().from(usedNumbers).where(inArray(usedNumbers.number, numbers));
  return new Set(rows.map(({ number }) => number));
}

/** Whether a number belonged to a cleared order or return; such a number is still quoted by letters and by the log. */
export const isUsedNumber = async (db: Database, number: string): Promise<boolean> =>
  (await clearedNumbers(db, [number])).size > 0;
