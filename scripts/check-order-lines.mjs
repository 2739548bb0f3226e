// Checks that only modules that declare, write or reference the table `order_lines` name it: all others read lines through the
// view that takes changes of an order into account.
import { read, sourceFiles } from "./sources.mjs";

/** Modules that may name the table, with the reasons. */
const MAY = new Map([
  ["src/shop/orders/orders.tables.ts", "declares it"],
  ["src/shop/orders/standing-lines.tables.ts", "refers to it by a key"],
  ["src/shop/orders/parcels/replacements.tables.ts", "refers to it by a key"],
  ["src/shop/orders/refunds/refund-parts.tables.ts", "refers to it by a key"],
  ["src/shop/orders/gift-cards/gift-card-lines.tables.ts", "refers to it by a key"],
  ["src/shop/orders/order-offers.tables.ts", "refers to it by a key"],
  ["src/shop/returns/returns.tables.ts", "refers to it by a key"],
  ["src/shop/orders/made/made-orders.tables.ts", "a key of reduced lines refers to them"],
  ["src/shop/orders/drafting/write-order.server.ts", "writes an order"],
  ["src/shop/orders/changes/apply-change.server.ts", "appends the lines of a change"],
  ["src/demo/sample-orders.server.ts", "writes invented orders"],
  ["src/privacy/copied-rows.server.ts", "a person's copy has the goods as they were bought, as its heading says"],
]);
/** Tests, which may read the table's rows. */
const TEST = /\.test\.tsx?$|^src\/testing\//;

const wrong = [];
const unused = new Set(MAY.keys());
for (const file of (await sourceFiles()).filter((name) => !TEST.test(name)).toSorted()) {
  const isNamed = /\b(orderLines|order_lines)\b/.test(await read(file));
  if (isNamed && !unused.delete(file))
    wrong.push(`${file}: reads order_lines; read standingLines or lineGoods of orders/standing-lines.tables.ts`);
}
for (const file of unused) wrong.push(`${file}: names order_lines no more; it needs no exception`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
