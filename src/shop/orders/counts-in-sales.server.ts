import { sql, type SQL } from "drizzle-orm";

/**
 * Whether an order counts where members see how the shop does: samples only as long as nobody has really bought something, so that
 * a demo shop shows how it would look. Figures that are exported never count them.
 */
export const counts = (sample: SQL): SQL =>
  sql`(not ${sample} or not exists (select from orders as real where not real.sample and real.paid_at is not null))`;
