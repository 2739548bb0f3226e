import { type SQL, sql } from "drizzle-orm";

/**
 * SQL condition whether the shop has a real order: one with a live payment, or a free one placed while the shop was live. `order
 * by` follows the index; PostgreSQL would scan the whole table for `exists`.
 */
export const hasRealOrder = sql`((select real_one.number from order_facts as real_one
  where real_one.kind = 'real' and real_one.standing not in ('not-paid', 'lapsed')
  order by real_one.number limit 1) is not null)`;

const hasTestOrder = sql`((select test_one.number from order_facts as test_one
  where test_one.kind = 'test' and test_one.standing not in ('not-paid', 'lapsed')
  order by test_one.at, test_one.number limit 1) is not null)`;

/**
 * SQL condition whether orders of a kind are counted and listed: real orders always, test orders until the first real order is
 * paid, sample orders until the first test or real order is paid. All lists, counts, files and bulk acts use it; excluded orders
 * have views of their own.
 */
export const isCounted = (kind: SQL): SQL => sql`(${kind} = 'real'
  or (${kind} = 'test' and not ${hasRealOrder})
  or (${kind} = 'sample' and not ${hasRealOrder} and not ${hasTestOrder}))`;

/** SQL condition as `isCounted`, for an order given by its number. */
export const isCountedOrder = (number: SQL): SQL =>
  sql`(select ${isCounted(sql`counted.kind`)} from order_facts as counted where counted.number = ${number})`;

/** SQL condition as `isCounted`, for a payment with or without an order. */
export const isCountedPayment = (live: SQL, gateway: SQL): SQL =>
  sql`(coalesce(${live}, ${gateway} <> 'sandbox') or not ${hasRealOrder})`;

/** SQL condition whether an order, given by its number, is a sample. */
export const isSampleOrder = (number: SQL): SQL =>
  sql`exists (select from order_facts as sampled where sampled.number = ${number} and sampled.kind = 'sample')`;

/** SQL condition as `isCounted`, for demo records without an order, such as messages, which count until the first real order. */
export const isCountedSample = (sample: SQL): SQL => sql`(not ${sample} or not ${hasRealOrder})`;
