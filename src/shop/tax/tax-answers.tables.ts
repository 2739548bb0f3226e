import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { cents } from "~/shop/money";
import type { ServiceAnswer } from "./tax-service";

const amount = z.int().min(0).transform(cents);
const Part = z.object({
  base: amount,
  stateBase: amount,
  localBase: amount,
  stateRate: z.int(),
  localRate: z.int(),
  stateTax: amount,
  localTax: amount,
  tax: amount,
  rule: z.string(),
});
const Answer: z.ZodType<ServiceAnswer> = z.object({
  calculation: z.string(),
  lines: z.record(z.string(), Part),
  delivery: Part.nullable(),
  flatFees: amount,
});

/**
 * Answers of the tax service by bag and address, so that the quoted tax is also charged, and the service is asked once. Deleted
 * after two days.
 */
export const taxAnswers = pgTable("tax_answers", {
  /** Hash of goods, codes, address and day, which cannot be recovered from it. */
  key: text().primaryKey(),
  /** Null if the service failed, was too late, or collects no tax in the state: the shop's own rates are used for a while. */
  answer: json(Answer),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

mark(taxAnswers, { technical: "key answer at", leftOut: "Answers of the last two days, which are asked for again." });
