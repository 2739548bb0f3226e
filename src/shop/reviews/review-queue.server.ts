import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type NamedProduct, namedProducts } from "~/shop/catalog/named-products.server";
import { productAddress } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { plainEntry, type QueueEntry, type QueueWindow, standingOf } from "~/shop/moderation";
import { momentOf, queueWindow } from "~/shop/moderation.server";
import { questions, reviews } from "./reviews.tables";

const REVIEW = {
  kind: "review",
  id: reviews.id,
  at: reviews.writtenAt,
  state: reviews.state,
  sample: reviews.sample,
  product: reviews.productId,
} as const;

const QUESTION = {
  kind: "question",
  id: questions.id,
  at: questions.askedAt,
  state: questions.state,
  sample: questions.sample,
  product: questions.productId,
} as const;

/**
 * Reviews in one part of the queue (`waiting`, for example); their orders only for members with the right to read orders.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedReviews(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const { where, orderBy, limit } = queueWindow(REVIEW, part);
  const columns = { row: reviews, moment: momentOf(REVIEW.at) };
  const rows = await db
    .select(columns)
    .from(reviews)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  const maySeeOrders = can(member, "orders.read");
  return (await withGoods(db, rows)).map(({ row, moment, about }) => ({
    ...plainEntry,
    kind: "review",
    id: row.id,
    moment,
    at: row.writtenAt,
    standing: standingOf(row),
    version: row.version,
    isSample: row.sample,
    author: row.author,
    title: row.title,
    words: row.content,
    stars: row.rating,
    about,
    orderNumber: maySeeOrders ? row.orderNumber : null,
    isBuyer: row.verified,
    answer: row.answer,
  }));
}

/**
 * Questions in one part of the queue, as members read them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedQuestions(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const { where, orderBy, limit } = queueWindow(QUESTION, part);
  const columns = { row: questions, moment: momentOf(QUESTION.at) };
  const rows = await db
    .select(columns)
    .from(questions)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return (await withGoods(db, rows)).map(({ row, moment, about }) => ({
    ...plainEntry,
    kind: "question",
    id: row.id,
    moment,
    at: row.askedAt,
    standing: standingOf(row),
    version: row.version,
    isSample: row.sample,
    author: row.author,
    words: row.question,
    about,
    answer: row.answers.find(({ staff }) => staff)?.content ?? null,
    wantsLetter: row.email !== null && row.answerMailedAt === null,
  }));
}

/** Adds to each entry the product that it is about. */
async function withGoods<E extends { row: { productId: string } }>(db: Database, entries: E[]) {
  const named = await namedProducts(
    db,
    entries.map(({ row }) => row.productId),
  );
  return entries.map((entry) => ({ ...entry, about: shownProduct(named.get(entry.row.productId)) }));
}

const shownProduct = (product: NamedProduct | undefined) =>
  product ? { name: product.name, image: product.image, to: productAddress(product) } : null;

/** Whether the asker wants the answer mailed, and it was not mailed yet. */
export async function wantsAnswer(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ email: questions.email, mailedAt: questions.answerMailedAt })
    .from(questions)
    .where(eq(questions.id, id));
  return row !== undefined && row.email !== null && row.mailedAt === null;
}
