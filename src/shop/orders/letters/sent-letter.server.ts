import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { letters, orderEvents } from "../orders.tables";
import { isInOutbox } from "./in-outbox";

/** Letter that was sent or, without a mail server, written to the outbox folder. */
export type SentLetter = Pick<typeof letters.$inferSelect, "id" | "recipient" | "subject" | "text" | "sentAt"> & {
  isInOutbox: boolean;
};

/**
 * Reads a letter about an order with its text; null for an unknown or erased letter.
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
  const [found] = await services.db
    .select({ letter: letters, details: orderEvents.details })
    .from(letters)
    .leftJoin(orderEvents, eq(orderEvents.onceKey, letters.onceKey))
    .where(and(eq(letters.id, id), eq(letters.orderNumber, number), isNull(letters.erasedAt)));
  return found ? { ...found.letter, isInOutbox: isInOutbox(found.details ?? {}) } : null;
}
