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
  isApproved: boolean;
  /** Whether the shopper was told about the label: where it is, or that there is none. */
  isAnswered: boolean;
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
  const found = await db
    .select({
      number: returns.number,
      orderNumber: returns.orderNumber,
      state: returns.state,
      approvedAt: returns.approvedAt,
      answeredAt: returns.answeredAt,
      at: returns.startedAt,
    })
    .from(returns)
    .where(inArray(returns.orderNumber, orderNumbers))
    .orderBy(desc(returns.startedAt));
  return found.map(({ approvedAt, answeredAt, ...own }) => ({
    ...own,
    isApproved: approvedAt !== null,
    isAnswered: answeredAt !== null,
  }));
}
