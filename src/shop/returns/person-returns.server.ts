import { desc, inArray } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { returns } from "./returns.tables";

/** A return in the list of a person's returns. */
export interface PersonReturn {
  number: string;
  orderNumber: string;
  state: (typeof returns.$inferSelect)["state"];
  at: Date;
}

/**
 * Returns of these orders, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function returnsOf(
  { db }: Pick<Services, "db">,
  member: Member,
  orderNumbers: string[],
): Promise<PersonReturn[]> {
  await requireRight({ db }, member, "returns.read", "people.read");
  if (orderNumbers.length === 0) return [];
  return db
    .select({
      number: returns.number,
      orderNumber: returns.orderNumber,
      state: returns.state,
      at: returns.startedAt,
    })
    .from(returns)
    .where(inArray(returns.orderNumber, orderNumbers))
    .orderBy(desc(returns.startedAt));
}
