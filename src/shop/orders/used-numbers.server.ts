import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { usedNumbers } from "./used-numbers.tables";

/** Whether an order or a return had this number that was cleared since: it stays that one's in letters and in the log. */
export const isUsedNumber = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(usedNumbers, eq(usedNumbers.number, number))) > 0;
