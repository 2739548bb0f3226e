import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cards, jo, lineOf, payWith, draftRequestFor } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { productById } from "~/shop/catalog/catalog.server";
import { productPageReader } from "~/shop/catalog/product-page/product-page-reader.server";
import { QuestionForm, ReviewForm } from "./review-form";
import { askQuestion, averageRating, questionsOf, reviewsOf, shopSummary, writeReview } from "./reviews.server";
import { questions, reviews } from "./reviews.tables";

const shop = await openTestShop();
const { db } = shop;

/** The Outlaw Leather Jacket, with nine sample reviews. */
const jacket = "89bfd678d7e19124ca884351";

const review = (more: Partial<ReviewForm> = {}) =>
  ReviewForm.parse({ product: jacket, rating: 1, author: "Jo", content: "Too hot", ...more });

const readRating = productPageReader((id) => ({ rating: averageRating(id) }));
const ratingOf = async (product: string) => (await readRating(db, product, null))?.rating;

test("a new review awaits approval, and neither the list nor the shop's summary includes it (R-4-34)", async () => {
  const before = await shopSummary(db);
  await writeReview(db, review());

  expect(await reviewsOf(db, jacket)).toHaveLength(9);
  expect(await shopSummary(db)).toEqual(before);
  const [stored] = await db.select().from(reviews).where(eq(reviews.content, "Too hot"));
  expect(stored).toMatchObject({ state: "waiting", verified: false, sample: false, rating: 1 });
});

test("the same text about the same product is stored once, even if it is posted several times at once", async () => {
  const twice = review({ content: "Twice" });
  await Promise.all([writeReview(db, twice), writeReview(db, twice), writeReview(db, review({ content: " Twice" }))]);

  expect(await db.select().from(reviews).where(eq(reviews.content, "Twice"))).toHaveLength(1);
});

test("an approved review counts at once, in the shop's summary, in its product's rating and in the product's list", async () => {
  expect(await ratingOf(jacket)).toBeNull();
  await writeReview(db, review({ content: "Approved" }));
  await db.update(reviews).set({ state: "approved" }).where(eq(reviews.content, "Approved"));

  expect((await shopSummary(db)).count).toBe(2914);
  expect(await ratingOf(jacket)).toEqual({ count: 1, average: 1 });
  expect((await productById(db, jacket))?.reviews.count).toBe(10);
});

test("a review is verified if its e-mail address has paid for that product, not for another one", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]));
  const { product: tee } = await lineOf(shop, ["Sprocket Tee", "M", "Ash"]);
  await writeReview(db, review({ product: tee, content: "Not paid yet", email: jo.email }));
  await payWith(shop, cards.good, clientSecret);
  await settleOrder(shop, id);

  await writeReview(db, review({ product: tee, content: "Paid", email: jo.email.toUpperCase() }));
  await writeReview(db, review({ product: jacket, content: "Another", email: jo.email }));
  const verified = await db
    .select({ content: reviews.content })
    .from(reviews)
    .where(and(eq(reviews.author, "Jo"), reviews.verified));
  expect(verified).toEqual([{ content: "Paid" }]);
});

test("a review of an unknown product is refused and not stored", async () => {
  await expect(writeReview(db, review({ product: "nothing", content: "Ghost" }))).rejects.toThrow(
    "This product is not in the shop.",
  );
  expect(await db.select().from(reviews).where(eq(reviews.content, "Ghost"))).toEqual([]);
});

test("a question stores the e-mail address for the answer, and never shows it", async () => {
  const asked = { product: jacket, author: "Jo", question: "Does it creak?" };
  await askQuestion(db, QuestionForm.parse({ ...asked, email: " Jo@Example.com " }));
  await db.update(questions).set({ state: "approved" }).where(eq(questions.question, asked.question));

  expect(
    await db.select({ email: questions.email }).from(questions).where(eq(questions.question, asked.question)),
  ).toEqual([{ email: "jo@example.com" }]);
  expect(JSON.stringify(await questionsOf(db, jacket))).not.toContain("example.com");
  expect(QuestionForm.parse(asked).email).toBe("");
  expect(QuestionForm.safeParse({ ...asked, email: "jo" }).success).toBe(false);
});

test("a question is not shown before it is answered; asked twice, it is stored once", async () => {
  const question = QuestionForm.parse({ product: jacket, author: "Jo", question: "Does it squeak?" });
  const before = await questionsOf(db, jacket);
  await askQuestion(db, question);
  await askQuestion(db, question);

  expect(await questionsOf(db, jacket)).toEqual(before);
  expect(await db.select().from(questions).where(eq(questions.question, "Does it squeak?"))).toHaveLength(1);
});
