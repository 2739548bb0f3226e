import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { stockRequests } from "./stock-requests.tables";

const open = (email: string) => and(eq(stockRequests.email, email), isNull(stockRequests.toldAt));

/**
 * Number of open back-in-stock requests of an e-mail address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openRequests({ db }: Pick<Services, "db">, member: Member, email: string): Promise<number> {
  await requireRight({ db }, member, "people.read");
  return db.$count(stockRequests, open(email));
}

/** Marks all open back-in-stock requests of an e-mail address as answered, so that no letter is sent and the job deletes them after a month; returns their number. */
export async function dropRequests(tx: Database, email: string): Promise<number> {
  const dropped = await tx.update(stockRequests).set({ toldAt: new Date() }).where(open(email)).returning();
  return dropped.length;
}
