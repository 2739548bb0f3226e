import { eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { TELL_MADE_ENDED, type TellMadeEnded } from "../letters/letter-jobs";
import { madeOrders } from "./made-orders.tables";

/** Writes to shopper and member that an order made by a member ended unpaid; nothing for any other draft. */
export async function tellMadeEnded(tx: Transaction, { jobs }: Pick<Services, "jobs">, number: string): Promise<void> {
  if ((await tx.$count(madeOrders, eq(madeOrders.orderNumber, number))) === 0) return;
  await jobs.enqueue(tx, TELL_MADE_ENDED, { number } satisfies TellMadeEnded, { key: number });
}
