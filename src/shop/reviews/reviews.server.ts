import { and, avg, count, desc, eq } from "drizzle-orm";
import { memoized, readUnder, tableKey } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { productById } from "~/shop/catalog/catalog.server";
import { limits } from "~/shop/limits";
import { boughtLine } from "~/shop/orders/verified-purchases.server";
import { Refusal } from "~/shop/refusal";
import { requestKey } from "~/shop/form-submission";
import { ImportedSummary } from "./imported-summary";
import { type Question, type Review, type ReviewSummary, summaryOf } from "./review";
import type { QuestionForm, ReviewForm } from "./review-form";
import { questions, reviews, reviewSummaries } from "./reviews.tables";

const approvedOf = (productId: string) => and(eq(reviews.productId, productId), eq(reviews.state, "approved"));

/** A product's approved reviews, newest first, as many as a page can carry. */
export async function reviewsOf(db: Database, productId: string): Promise<Review[]> {
  const rows = await readUnder([cacheKeys.product(productId)], () =>
    db
      .select({
        id: reviews.id,
        rating: reviews.rating,
        title: reviews.title,
        author: reviews.author,
        content: reviews.content,
        verified: reviews.verified,
        answer: reviews.answer,
        writtenAt: reviews.writtenAt,
      })
      .from(reviews)
      .where(approvedOf(productId))
      .orderBy(desc(reviews.writtenAt), reviews.id)
      .limit(limits.reviews.most),
  );
  return rows.map(({ writtenAt, ...review }) => ({ ...review, date: writtenAt.toISOString() }));
}

/** A product's approved questions with their answers, newest first. */
export async function questionsOf(db: Database, productId: string): Promise<Question[]> {
  const rows = await readUnder([cacheKeys.product(productId)], () =>
    db
      .select({
        id: questions.id,
        question: questions.question,
        author: questions.author,
        answers: questions.answers,
        askedAt: questions.askedAt,
      })
      .from(questions)
      .where(and(eq(questions.productId, productId), eq(questions.state, "approved")))
      .orderBy(desc(questions.askedAt), questions.id)
      .limit(limits.reviews.most),
  );
  return rows.map(({ askedAt, ...question }) => ({ ...question, date: askedAt.toISOString() }));
}

/** The whole shop's figures: what was imported and what was approved since; samples are in the import already. */
export const shopSummary = (db: Database): Promise<ReviewSummary> =>
  memoized("shop's reviews", [tableKey("reviews"), tableKey("review_summaries")], () => readShopSummary(db));

async function readShopSummary(db: Database): Promise<ReviewSummary> {
  const [imported] = await db.select().from(reviewSummaries).where(eq(reviewSummaries.scope, "shop"));
  const since = await db
    .select({ stars: reviews.rating, count: count() })
    .from(reviews)
    .where(and(eq(reviews.state, "approved"), eq(reviews.sample, false)))
    .groupBy(reviews.rating);
  const known = ImportedSummary.safeParse(imported);
  return summaryOf(known.success ? known.data : null, Object.fromEntries(since.map((row) => [row.stars, row.count])));
}

/** The reviews for structured data: the product's own approved reviews, never the samples. */
export async function ownRating(db: Database, productId: string): Promise<{ count: number; average: number } | null> {
  const [row] = await readUnder([cacheKeys.product(productId)], () =>
    db
      .select({ count: count(), average: avg(reviews.rating).mapWith(Number) })
      .from(reviews)
      .where(and(approvedOf(productId), eq(reviews.sample, false))),
  );
  return row && row.count > 0 ? row : null;
}

/**
 * Stores a review for moderation; verified when its e-mail address has bought the product. The same words about
 * the same product are stored once.
 *
 * @throws {Refusal} `product-unknown`
 */
export async function writeReview(db: Database, review: ReviewForm): Promise<void> {
  const { rating, title, author, content, email } = review;
  const productId = await idOf(db, review.product);
  const line = email === "" ? undefined : await boughtLine(db, email, productId);
  await db
    .insert(reviews)
    .values({
      id: newId(),
      productId,
      rating,
      title,
      author,
      content,
      verified: line !== undefined,
      orderNumber: line?.orderNumber ?? null,
      orderLine: line?.position ?? null,
      requestKey: await requestKey(productId, String(rating), title, author, content),
    })
    .onConflictDoNothing({ target: reviews.requestKey });
}

/**
 * Stores a question until the shop has answered it. The same question is stored once.
 *
 * @throws {Refusal} `product-unknown`
 */
export async function askQuestion(db: Database, { product, author, question, email }: QuestionForm): Promise<void> {
  const productId = await idOf(db, product);
  const key = await requestKey(productId, author, question);
  await db
    .insert(questions)
    .values({ id: newId(), productId, author, question, email: email || null, requestKey: key })
    .onConflictDoNothing({ target: questions.requestKey });
}

async function idOf(db: Database, productId: string): Promise<string> {
  const product = await productById(db, productId);
  if (!product) throw new Refusal("product-unknown");
  return product.id;
}

const newId = () => crypto.randomUUID().replaceAll("-", "");
