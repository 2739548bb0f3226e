import { type SQL, sql } from "drizzle-orm";

/**
 * Paid by a live payment, or an order of nothing that was made while the shop was live. Ordered as its index is: `exists` would read the
 * table until it meets one.
 */
export const hasRealOrder = sql`((select real_one.number from order_facts as real_one
  where real_one.kind = 'real' and real_one.standing not in ('not-paid', 'lapsed')
  order by real_one.number limit 1) is not null)`;

const hasTestOrder = sql`((select test_one.number from order_facts as test_one
  where test_one.kind = 'test' and test_one.standing not in ('not-paid', 'lapsed')
  order by test_one.at, test_one.number limit 1) is not null)`;

/**
 * Whether orders of a kind stand in lists, count, and are acted on together: real ones always, test orders until the first real one is
 * paid, samples until either is. Every list, count, file and act on many asks this; what it leaves out has a view of its own.
 */
export const isCounted = (kind: SQL): SQL => sql`(${kind} = 'real'
  or (${kind} = 'test' and not ${hasRealOrder})
  or (${kind} = 'sample' and not ${hasRealOrder} and not ${hasTestOrder}))`;

/** Whether an order counts that is known by its number only. */
export const isCountedOrder = (number: SQL): SQL =>
  sql`(select ${isCounted(sql`counted.kind`)} from order_facts as counted where counted.number = ${number})`;

/** Whether a payment counts, with or without an order. */
export const isCountedPayment = (live: SQL, gateway: SQL): SQL =>
  sql`(coalesce(${live}, ${gateway} <> 'sandbox') or not ${hasRealOrder})`;

/** Whether demo records without an order count, such as a message: until the first real order. */
export const isCountedSample = (sample: SQL): SQL => sql`(not ${sample} or not ${hasRealOrder})`;
