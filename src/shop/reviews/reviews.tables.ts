import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { products } from "~/shop/catalog/catalog.tables";
import { type HideReason, reasonsToHide } from "~/shop/moderation";
import type { Fit } from "./fit";
import { Answers } from "./question-answers";
import { ImportedSummary } from "./imported-summary";

const reasons = sql.raw(reasonsToHide.map((reason) => `'${reason}'`).join(", "));

/** Reviews by shoppers, and marked demo samples. */
export const reviews = pgTable(
  "reviews",
  {
    id: text().primaryKey(),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    rating: integer().notNull(),
    title: text().notNull().default(""),
    author: text().notNull(),
    content: text().notNull(),
    /** Fit, as its buyer says; null for what has one size, and for reviews written on a product's page. */
    fit: text().$type<Fit>(),
    verified: boolean().notNull().default(false),
    sample: boolean().notNull().default(false),
    state: text().$type<"waiting" | "approved" | "refused">().notNull().default("waiting"),
    /** Reason why a member hid the review; unset otherwise, and for an automatic refusal. */
    hiddenBecause: text().$type<HideReason>(),
    /** Number of the order that proves the purchase. */
    orderNumber: text(),
    orderLine: integer(),
    /** The shop's public answer. */
    answer: text(),
    answeredAt: timestamp({ withTimezone: true }),
    /** Identifies repeated requests, which store only one review. */
    requestKey: text().unique(),
    version: integer().notNull().default(1),
    writtenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (review) => [
    index().on(review.productId),
    index("sample_reviews")
      .on(review.id)
      .where(sql`${review.sample}`),
    index("reviews_waiting")
      .on(review.writtenAt, review.id)
      .where(sql`state = 'waiting'`),
    index("reviews_decided")
      .on(review.writtenAt, review.id)
      .where(sql`state <> 'waiting'`),
    index()
      .on(review.orderNumber)
      .where(sql`${review.orderNumber} is not null`),
    check(
      "review_is_hidden_for_a_known_reason",
      sql`${review.hiddenBecause} is null or (${review.state} = 'refused' and ${review.hiddenBecause} in (${reasons}))`,
    ),
    check("review_fit_is_known", sql`${review.fit} in ('tight', 'true', 'loose')`),
    check("rating_is_one_to_five", sql`${review.rating} between 1 and 5`),
    check("review_state_is_known", sql`${review.state} in ('waiting', 'approved', 'refused')`),
  ],
);

mark(reviews, {
  personal: { author: "author", title: "public", content: "public" },
  whose: {
    order: "orderNumber",
    copied: { as: "Reviews", with: "productId rating fit state orderNumber answer answeredAt writtenAt" },
  },
  content:
    "id productId rating fit verified sample state hiddenBecause orderNumber orderLine answer answeredAt writtenAt",
  technical: "requestKey version",
});

export const questions = pgTable(
  "questions",
  {
    id: text().primaryKey(),
    productId: text()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    question: text().notNull(),
    author: text().notNull(),
    /** E-mail address for mailing the answer; used for nothing else. */
    email: text(),
    answers: json(Answers).notNull().default([]),
    state: text().$type<"waiting" | "approved" | "refused">().notNull().default("waiting"),
    /** Reason why a member hid the question. */
    hiddenBecause: text().$type<HideReason>(),
    /** Time when the answer was mailed; the letter is sent only once, even if the answer changes. */
    answerMailedAt: timestamp({ withTimezone: true }),
    requestKey: text().unique(),
    /** Demo record: excluded from figures, and deleted together with the other samples. */
    sample: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (question) => [
    index().on(question.productId),
    index("questions_waiting")
      .on(question.askedAt, question.id)
      .where(sql`state = 'waiting'`),
    index("questions_decided")
      .on(question.askedAt, question.id)
      .where(sql`state <> 'waiting'`),
    index()
      .on(question.email)
      .where(sql`${question.email} is not null`),
    check(
      "question_is_hidden_for_a_known_reason",
      sql`${question.hiddenBecause} is null or (${question.state} = 'refused' and ${question.hiddenBecause} in (${reasons}))`,
    ),
    check("question_state_is_known", sql`${question.state} in ('waiting', 'approved', 'refused')`),
  ],
);

mark(questions, {
  personal: { question: "public", author: "author", email: "nulled" },
  whose: { email: "email", copied: { as: "Questions", with: "productId answers state askedAt" } },
  content: "id productId answers state hiddenBecause answerMailedAt sample askedAt",
  technical: "requestKey version",
});

/** Imported figures of the shop's reviews, which include the samples. */
export const reviewSummaries = pgTable("review_summaries", {
  scope: text().primaryKey(),
  count: integer().notNull(),
  /** Number of reviews by rating, '1' to '5'. */
  stars: json(ImportedSummary.shape.stars).notNull(),
  fit: json(ImportedSummary.shape.fit).notNull(),
  breakdowns: json(ImportedSummary.shape.breakdowns).notNull(),
});

mark(reviewSummaries, { content: "scope count stars fit breakdowns" });
