import { and, type Column, count, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
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
import type { QuestionForm, QuestionWords, ReviewForm, ReviewWords } from "./review-form";
import { questions, reviews, reviewSummaries } from "./reviews.tables";

// SQL columns with data of a product by its id, so that a page reads them in the same query as the product.

/** Maximum number of reviews, and of questions, on a product's page. */
const MOST = 200;

/** Columns of what a shopper writes in a review and in a question; a field of the form without its column does not compile. */
const REVIEW_WORDS = {
  rating: reviews.rating,
  title: reviews.title,
  author: reviews.author,
  content: reviews.content,
} satisfies Record<keyof ReviewWords, Column>;
const QUESTION_WORDS = {
  author: questions.author,
  question: questions.question,
} satisfies Record<keyof QuestionWords, Column>;

/** Columns that the readers of a page see; a field of a review or a question without its column does not compile. */
const REVIEW_COLUMNS = {
  id: reviews.id,
  ...REVIEW_WORDS,
  fit: reviews.fit,
  verified: reviews.verified,
  answer: reviews.answer,
  date: reviews.writtenAt,
} satisfies Record<keyof StoredReview, Column>;
const QUESTION_COLUMNS = {
  id: questions.id,
  ...QUESTION_WORDS,
  answers: questions.answers,
  date: questions.askedAt,
} satisfies Record<keyof StoredQuestion, Column>;

/** A JSON object of columns. */
const objectOf = (columns: Record<string, Column>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )})`;

/** Approved reviews of a product, newest first, at most `MOST`. */
export const approvedReviews = (id: SQLWrapper) =>
  sql<StoredReview[]>`(
  select coalesce(json_agg(${objectOf(REVIEW_COLUMNS)} order by written_at desc, id), '[]')
  from (select * from ${reviews} where product_id = ${id} and state = 'approved'
    order by written_at desc, id limit ${sql.raw(String(MOST))}) ${reviews})`.mapWith(dated<StoredReview>);

/** Approved questions of a product with their answers, newest first, at most `MOST`. */
export const approvedQuestions = (id: SQLWrapper) =>
  sql<StoredQuestion[]>`(
  select coalesce(json_agg(${objectOf(QUESTION_COLUMNS)} order by asked_at desc, id), '[]')
  from (select * from ${questions} where product_id = ${id} and state = 'approved'
    order by asked_at desc, id limit ${sql.raw(String(MOST))}) ${questions})`.mapWith(dated<StoredQuestion>);

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
  const { email } = review;
  const productId = await idOf(db, review.product);
  const words = written(review, REVIEW_WORDS);
  const line = email === "" ? undefined : await verifiedPurchase(db, email, productId);
  await db
    .insert(reviews)
    .values({
      id: newId(),
      productId,
      ...words,
      verified: line !== undefined,
      orderNumber: line?.orderNumber ?? null,
      orderLine: line?.position ?? null,
      requestKey: await requestKey(productId, ...Object.values(words).map(String)),
    })
    .onConflictDoNothing({ target: reviews.requestKey });
}

/**
 * Stores a question for moderation. Repeated questions are stored once.
 *
 * @throws {Refusal} `product-unknown`
 */
export async function askQuestion(db: Database, asked: QuestionForm): Promise<void> {
  const productId = await idOf(db, asked.product);
  const words = written(asked, QUESTION_WORDS);
  const key = await requestKey(productId, ...Object.values(words));
  await db
    .insert(questions)
    .values({ id: newId(), productId, ...words, email: asked.email || null, requestKey: key })
    .onConflictDoNothing({ target: questions.requestKey });
}

/** Written fields in the order of their columns. */
const written = <Form extends object, Name extends keyof Form & string>(
  form: Form,
  columns: Record<Name, Column>,
): Pick<Form, Name> =>
  Object.fromEntries((Object.keys(columns) as Name[]).map((name) => [name, form[name]])) as Pick<Form, Name>;

async function idOf(db: Database, productId: string): Promise<string> {
  const product = await productById(db, productId);
  if (!product) throw new Refusal("product-unknown");
  return product.id;
}

/** Id of a new review or question. */
export const newId = () => crypto.randomUUID().replaceAll("-", "");
