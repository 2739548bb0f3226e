import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { letters } from "../orders.tables";

/** A letter as it was sent. */
export type SentLetter = Pick<typeof letters.$inferSelect, "id" | "recipient" | "subject" | "text" | "sentAt">;

/**
 * A letter about an order with its words; nothing when there is none, or it was erased.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function letterOfOrder(
  services: Pick<Services, "db">,
  member: Member,
  number: string,
  id: number,
): Promise<SentLetter | null> {
  await requireRight(services, member, "orders.change", "people.read");
  const [letter] = await services.db
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), eq(letters.orderNumber, number), isNull(letters.erasedAt)));
  return letter ?? null;
}
