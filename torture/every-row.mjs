import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startVitest } from "vitest/node";

/** Tables of orders, with the rows for which rules were loosened. */
const TABLES_OF_ORDERS = [
  "orders",
  "order_lines",
  "order_changes",
  "line_endings",
  "order_events",
  "payments",
  "parcels",
  "parcel_lines",
  "lost_pieces",
  "order_replacements",
  "refunds",
  "refund_lines",
  "refund_extras",
  "returns",
  "return_lines",
  "return_pieces",
];
/** Tables whose content distinguishes the old shop from the restored one. */
export const TABLES = [
  "products",
  "variants",
  "settings",
  "discount_codes",
  "stock_movements",
  "faqs",
  ...TABLES_OF_ORDERS,
];

/** Rows that must be in the shop, as conditions in SQL: each needs a rule that an earlier release did not have. */
const LOOSER = {
  "an order with two payments":
    "from payments where state = 'received' and kind <> 'gift-card' group by order_number having count(*) > 1 limit 1",
  "an order that a gift card paid": "from payments where state = 'received' and kind = 'gift-card' limit 1",
  "a draft that holds a gift card": "from payments where state = 'requested' and kind = 'gift-card' limit 1",
  "a change that waits for its payment": "from order_changes where state = 'waiting'",
  "a change that was paid": "from order_changes where state = 'applied' and difference_cents > 0",
  "a change that ended": "from order_changes where state = 'ended'",
  "an exchange": "from returns join order_changes using (order_number)",
  "an order with several parcels": "from parcels group by order_number having count(*) > 1 limit 1",
  "a refund over several payments": "from refunds group by cause having count(distinct payment_id) > 1 limit 1",
  "a replacement": "from order_replacements",
};

/** Milliseconds without a change after which the jobs of a shop are done; most of them run each minute. */
const QUIET_MS = 75_000;
const QUIET_WITHIN_MS = 300_000;

/**
 * Makes the backup of a shop with every kind of row that some release's rules refused, and returns its path. The shop is made by
 * the functions of the test that a shop with these rows can be restored.
 *
 * @throws {Error} if the shop cannot be made.
 */
export async function backupOfEveryRow(folder) {
  process.env.EVERY_ROW_FOLDER = folder;
  const file = "torture/every-row.make.mjs";
  const options = { watch: false, include: [file], reporters: ["dot"], root: resolve(".") };
  const vitest = await startVitest("test", [file], options);
  await vitest?.close();
  const made = (await readdir(folder).catch(() => [])).find((name) => name.endsWith(".backup"));
  // Vitest sets the exit code of this process for a failed test.
  if (!made || process.exitCode) throw new Error("No shop with every kind of row could be made; see above.");
  return join(folder, made);
}

/** Names of the kinds of rows that a shop lacks. */
export async function kindsMissing(query) {
  const missing = [];
  for (const [kind, rows] of Object.entries(LOOSER))
    if ((await query(`select 1 ${rows}`)).length === 0) missing.push(kind);
  return missing;
}

/** Waits until the jobs of a running shop have changed none of its tables for a while. */
export async function quiet(digestOf) {
  const deadline = Date.now() + QUIET_WITHIN_MS;
  let [last, since] = [await digestOf(), Date.now()];
  while (Date.now() - since < QUIET_MS) {
    if (Date.now() > deadline) throw new Error("The jobs of the shop do not come to an end.");
    await pause(2_000);
    const now = await digestOf();
    if (now !== last) [last, since] = [now, Date.now()];
  }
}
