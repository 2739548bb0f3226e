import { eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { TELL_MADE_ENDED, type TellMadeEnded } from "../letters/letter-jobs";
import { madeOrders } from "./made-orders.tables";

/** Enqueues letters to shopper and member that a made order ended unpaid; does nothing for other drafts. */
export async function tellMadeEnded(tx: Transaction, { jobs }: Pick<Services, "jobs">, number: string): Promise<void> {
  if ((await tx.$count(madeOrders, eq(madeOrders.orderNumber, number))) === 0) return;
  await jobs.enqueue(tx, TELL_MADE_ENDED, { number } satisfies TellMadeEnded, { key: number });
}
