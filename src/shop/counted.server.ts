import { type SQL, sql } from "drizzle-orm";

/**
 * True for an order with a live payment, or a free one placed while the shop was live. Ordered like its index: `exists` would scan the
 * table.
 */
export const hasRealOrder = sql`((select real_one.number from order_facts as real_one
  where real_one.kind = 'real' and real_one.standing not in ('not-paid', 'lapsed')
  order by real_one.number limit 1) is not null)`;

const hasTestOrder = sql`((select test_one.number from order_facts as test_one
  where test_one.kind = 'test' and test_one.standing not in ('not-paid', 'lapsed')
  order by test_one.at, test_one.number limit 1) is not null)`;

/**
 * SQL condition whether orders of a kind are counted and listed: real ones always, test orders until the first real one is paid, samples
 * until a test or real one is. Used by all lists, counts, files and bulk acts; orders left out have views of their own.
 */
export const isCounted = (kind: SQL): SQL => sql`(${kind} = 'real'
  or (${kind} = 'test' and not ${hasRealOrder})
  or (${kind} = 'sample' and not ${hasRealOrder} and not ${hasTestOrder}))`;

/** As `isCounted`, for an order known by its number. */
export const isCountedOrder = (number: SQL): SQL =>
  sql`(select ${isCounted(sql`counted.kind`)} from order_facts as counted where counted.number = ${number})`;

/** As `isCounted`, for a payment with or without an order. */
export const isCountedPayment = (live: SQL, gateway: SQL): SQL =>
  sql`(coalesce(${live}, ${gateway} <> 'sandbox') or not ${hasRealOrder})`;

/** As `isCounted`, for demo records without an order, such as messages: until the first real order. */
export const isCountedSample = (sample: SQL): SQL => sql`(not ${sample} or not ${hasRealOrder})`;
