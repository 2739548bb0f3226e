import { desc, eq, inArray } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { standingOf, type WrittenThing } from "~/shop/moderation";
import { questions, reviews } from "./reviews.tables";

/**
 * Reviews that were verified by one of these orders, newest first. Reviews contain no e-mail address, so they are found by order.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function reviewsOfOrders(
  { db }: Pick<Services, "db">,
  member: Member,
  orderNumbers: string[],
  most: number,
): Promise<WrittenThing[]> {
  await requireRight({ db }, member, "people.read");
  if (orderNumbers.length === 0) return [];
  const rows = await db
    .select()
    .from(reviews)
    .where(inArray(reviews.orderNumber, orderNumbers))
    .orderBy(desc(reviews.writtenAt))
    .limit(most);
  return rows.map((row) => ({
    kind: "review",
    id: row.id,
    words: row.title || row.content,
    standing: standingOf(row),
    at: row.writtenAt,
    isSample: row.sample,
  }));
}

/**
 * Questions asked with one e-mail address, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function questionsBy(
  { db }: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<WrittenThing[]> {
  await requireRight({ db }, member, "people.read");
  const rows = await db
    .select()
    .from(questions)
    .where(eq(questions.email, email))
    .orderBy(desc(questions.askedAt))
    .limit(most);
  return rows.map((row) => ({
    kind: "question",
    id: row.id,
    words: row.question,
    standing: standingOf(row),
    at: row.askedAt,
    isSample: row.sample,
  }));
}
