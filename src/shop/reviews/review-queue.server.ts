import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type NamedProduct, namedProducts } from "~/shop/catalog/name-and-picture.server";
import { productAddress } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type QueueEntry, type QueueWindow, standingOf } from "~/shop/moderation";
import { momentOf, queueWindow } from "~/shop/moderation.server";
import { questions, reviews } from "./reviews.tables";

/**
 * Reviews of a part of the queue, as a member reads them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedReviews(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const columns = {
    kind: "review",
    id: reviews.id,
    at: reviews.writtenAt,
    state: reviews.state,
    product: reviews.productId,
  } as const;
  const { where, orderBy, limit } = queueWindow(columns, part);
  const rows = await db
    .select({ review: reviews, moment: momentOf(reviews.writtenAt) })
    .from(reviews)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  const goods = await goodsOf(
    db,
    rows.map(({ review }) => review),
  );
  return rows.map(({ review, moment }) => ({
    kind: "review",
    id: review.id,
    moment,
    at: review.writtenAt,
    standing: standingOf(review),
    version: review.version,
    isSample: review.sample,
    author: review.author,
    title: review.title,
    words: review.content,
    stars: review.rating,
    about: goods.get(review.productId) ?? null,
    orderNumber: review.orderNumber,
    isBuyer: review.verified,
    answer: review.answer,
    wantsLetter: false,
  }));
}

/**
 * Questions of a part of the queue, as a member reads them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedQuestions(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const columns = {
    kind: "question",
    id: questions.id,
    at: questions.askedAt,
    state: questions.state,
    product: questions.productId,
  } as const;
  const { where, orderBy, limit } = queueWindow(columns, part);
  const rows = await db
    .select({ question: questions, moment: momentOf(questions.askedAt) })
    .from(questions)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  const goods = await goodsOf(
    db,
    rows.map(({ question }) => question),
  );
  return rows.map(({ question, moment }) => ({
    kind: "question",
    id: question.id,
    moment,
    at: question.askedAt,
    standing: standingOf(question),
    version: question.version,
    isSample: question.sample,
    author: question.author,
    title: "",
    words: question.question,
    stars: null,
    about: goods.get(question.productId) ?? null,
    orderNumber: null,
    isBuyer: false,
    answer: question.answers.find(({ staff }) => staff)?.content ?? null,
    wantsLetter: question.email !== null && question.answerMailedAt === null,
  }));
}

async function goodsOf(db: Database, rows: { productId: string }[]) {
  const named = await namedProducts(
    db,
    rows.map(({ productId }) => productId),
  );
  return new Map([...named].map(([id, product]) => [id, shownProduct(product)]));
}

const shownProduct = ({ id, name, image }: NamedProduct) => ({ name, image, to: productAddress({ id, name }) });

/** Whether an asker wants the answer by mail and has not had it. */
export async function wantsAnswer(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ email: questions.email, mailedAt: questions.answerMailedAt })
    .from(questions)
    .where(eq(questions.id, id));
  return row !== undefined && row.email !== null && row.mailedAt === null;
}
