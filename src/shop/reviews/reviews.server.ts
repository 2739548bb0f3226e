import { and, count, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { memoized, readUnder, tableKey } from "~/platform/cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { productById } from "~/shop/catalog/catalog.server";
import { verifiedPurchase } from "~/shop/orders/verified-purchase.server";
import { Refusal } from "~/shop/refusal";
import { requestKey } from "~/shop/form-submission";
import { ImportedSummary } from "./imported-summary";
import type { StoredQuestion, StoredReview } from "./on-its-day";
import { type ReviewSummary, ratingSummary } from "./rating-summary";
import type { QuestionForm, ReviewForm } from "./review-form";
import { questions, reviews, reviewSummaries } from "./reviews.tables";

// SQL columns with data of a product by its id, so that a page reads them in the same query as the product.

/** Maximum number of reviews, and of questions, on a product's page. */
const MOST = 200;

/** Approved reviews of a product, newest first, at most `MOST`. */
export const approvedReviews = (id: SQLWrapper) =>
  sql<StoredReview[]>`(
  select coalesce(json_agg(json_build_object('id', own.id, 'rating', own.rating, 'title', own.title, 'author', own.author,
    'content', own.content, 'verified', own.verified, 'answer', own.answer, 'date', own.written_at)
    order by own.written_at desc, own.id), '[]')
  from (select * from ${reviews} where product_id = ${id} and state = 'approved'
    order by written_at desc, id limit ${sql.raw(String(MOST))}) own)`.mapWith(dated<StoredReview>);

/** Approved questions of a product with their answers, newest first, at most `MOST`. */
export const approvedQuestions = (id: SQLWrapper) =>
  sql<StoredQuestion[]>`(
  select coalesce(json_agg(json_build_object('id', own.id, 'question', own.question, 'author', own.author,
    'answers', own.answers, 'date', own.asked_at) order by own.asked_at desc, own.id), '[]')
  from (select * from ${questions} where product_id = ${id} and state = 'approved'
    order by asked_at desc, id limit ${sql.raw(String(MOST))}) own)`.mapWith(dated<StoredQuestion>);

/** Rating for structured data: the product's own approved reviews, without samples. */
export const averageRating = (id: SQLWrapper) => sql<{ count: number; average: number } | null>`(
  select case when count(*) > 0 then json_build_object('count', count(*), 'average', avg(own.rating)) end
  from ${reviews} own where own.product_id = ${id} and own.state = 'approved' and not own.sample)`;

/** Converts the dates to ISO text. */
function dated<T extends { date: string }>(rows: T[]): T[] {
  return rows.map((row) => ({ ...row, date: new Date(row.date).toISOString() }));
}

const reviewsStatement = writtenOnce((db) => aboutProduct(db, approvedReviews));
const questionsStatement = writtenOnce((db) => aboutProduct(db, approvedQuestions));

const aboutProduct = <T>(db: Database, found: (id: SQLWrapper) => SQL<T>) =>
  db
    .select({ found: found(sql`${sql.placeholder("id")}`) })
    .from(sql`(select) nothing`)
    .prepare(UNNAMED);

/** Approved reviews of a product, newest first, at most `MOST`. */
export async function reviewsOf(db: Database, id: string): Promise<StoredReview[]> {
  const [row] = await readUnder([cacheKeys.product(id)], () => reviewsStatement(db).execute({ id }));
  return row?.found ?? [];
}

/** Approved questions of a product with their answers, newest first, at most `MOST`. */
export async function questionsOf(db: Database, id: string): Promise<StoredQuestion[]> {
  const [row] = await readUnder([cacheKeys.product(id)], () => questionsStatement(db).execute({ id }));
  return row?.found ?? [];
}

/** Figures of the whole shop: imported ones, which include samples, plus later approved reviews. */
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
  return ratingSummary(
    known.success ? known.data : null,
    Object.fromEntries(since.map((row) => [row.stars, row.count])),
  );
}

/**
 * Stores a review for moderation; verified when its e-mail address has bought the product. Repeated reviews are stored once.
 *
 * @throws {Refusal} `product-unknown`
 */
export async function writeReview(db: Database, review: ReviewForm): Promise<void> {
  const { rating, title, author, content, email } = review;
  const productId = await idOf(db, review.product);
  const line = email === "" ? undefined : await verifiedPurchase(db, email, productId);
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
 * Stores a question for moderation. Repeated questions are stored once.
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
