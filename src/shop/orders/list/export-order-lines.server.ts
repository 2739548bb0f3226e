import { asc, eq, getViewSelectedFields, inArray, type SQL, sql } from "drizzle-orm";
import { type Cell, csvFile, csvRows } from "~/platform/csv.server";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { givenColor, namedSize } from "~/shop/catalog/product";
import { lineTotal } from "~/shop/price";
import { taxLinesOf } from "~/shop/bag/tax-lines";
import type { Member } from "~/shop/members/member";
import { cents, dollars } from "~/shop/money";
import { dayIn } from "~/shop/shop-time";
import { changeWords } from "../changes/change-words";
import { madeChanges } from "../changes/open-change.server";
import { changedGoods } from "../changes/shopper-change.server";
import { NAMED_FEES } from "../named-fees.server";
import { IS_PRESENT_LINE } from "../offer-parts.server";
import { orderFacts } from "../order-facts.tables";
import { orders } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import type { OrderFilter } from "./order-filter";
import { admitExport, exportedOrders, newestFirst, placeColumns, streamOrders } from "./stream-orders.server";

/** Number of orders read at a time. */
const AT_ONCE = 500;

const HEADS = ["Order", "Day", "Row", "What", "Size", "Color", "SKU", "Pieces", "Each", "Discount", "Tax", "Sum"];
const PRESENT = "Present";

/**
 * Exports the lines of a filter's paid orders, after all changes, as a stream of CSV rows, newest order first. Lines, delivery,
 * fees and their tax add up to the order's total; rows of the kind "change" state by how much each change altered the total, and
 * are not part of the sum. If one of the lines is a present, a further column says which.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function exportOrderLines(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  filter: OrderFilter,
): Promise<ReadableStream<Uint8Array>> {
  await admitExport(services, member);
  const { db, settings } = services;
  const zone = settings().timeZone;
  const condition = sql`${await exportedOrders(services, member, filter)} and ${orders.paidAt} is not null`;
  const { rows: presents } = await db.execute(sql`select 1 from ${orderFacts}
    inner join ${orders} on ${orders.number} = ${orderFacts.number} where ${condition}
    and exists (select from order_offers where order_number = ${orders.number} and is_present) limit 1`);
  const heads = presents.length > 0 ? [...HEADS, PRESENT] : HEADS;
  return streamOrders({
    condition,
    atOnce: AT_ONCE,
    read: (of) => ordersOf(db, of),
    async textOf(some, isFirst) {
      const rows = await rowsOf(db, some, zone);
      const cells = rows.map((row) => (heads === HEADS ? row.cells : [...row.cells, row.isPresent ? "yes" : ""]));
      return isFirst ? csvFile(heads, cells) : csvRows(cells);
    },
  });
}

const ordersOf = (db: Database, condition: SQL) =>
  db
    .select({
      ...placeColumns,
      paidAt: orders.paidAt,
      deliveryFee: orders.deliveryFee,
      deliveryMethod: orders.deliveryMethod,
      deliveryTax: orders.deliveryTax,
      tax: orders.tax,
      fees: orders.fees,
      namedFees: NAMED_FEES,
    })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(condition)
    .orderBy(...newestFirst)
    .limit(AT_ONCE);

/** Cells of a row, and whether it is the line of a present. */
interface Row {
  cells: Cell[];
  isPresent?: boolean;
}

async function rowsOf(db: Database, some: Awaited<ReturnType<typeof ordersOf>>, zone: string): Promise<Row[]> {
  if (some.length === 0) return [];
  const numbers = some.map(({ number }) => number);
  const lines = await db
    .select({ ...getViewSelectedFields(standingLines), isPresent: IS_PRESENT_LINE })
    .from(standingLines)
    .where(inArray(standingLines.orderNumber, numbers))
    .orderBy(asc(standingLines.position));
  const changes = await madeChanges(db, numbers);
  const rows: Row[] = [];
  for (const order of some) {
    const { number, paidAt, deliveryFee, deliveryMethod, deliveryTax, tax, fees, namedFees } = order;
    const delivery = deliveryMethod ? `Delivery, ${deliveryMethod}` : "Delivery";
    const day = paidAt ? dayIn(paidAt, zone) : "";
    const own = lines.filter(({ orderNumber }) => orderNumber === number);
    for (const { name, size, color, sku, quantity, price, discountShare, tax: lineTax, isPresent } of own) {
      const whole = lineTotal({ price, quantity }) - discountShare + lineTax;
      const amounts = [price, discountShare, lineTax, cents(whole)].map(dollars);
      const choice = [namedSize(size), givenColor(color)];
      rows.push({ cells: [number, day, "line", name, ...choice, sku, quantity, ...amounts], isPresent });
    }
    if (deliveryFee > 0) rows.push({ cells: sumRow(number, day, "delivery", delivery, deliveryFee, deliveryTax) });
    const taxOfLines = own.reduce((sum, line) => sum + line.tax, 0);
    const taxLeft = cents(tax - deliveryTax - taxOfLines);
    for (const { name, amount } of taxLinesOf({ tax: cents(0), fees, namedFees: namedFees ?? [] }))
      rows.push({ cells: sumRow(number, day, "fee", name, amount, cents(0)) });
    if (taxLeft > 0) rows.push({ cells: sumRow(number, day, "tax", "Sales tax of fees", cents(0), taxLeft) });
    for (const change of changes.filter(({ orderNumber }) => orderNumber === number)) {
      const what = changeWords(await changedGoods(db, number, change.computed));
      const changedOn = change.closedAt ? dayIn(change.closedAt, zone) : "";
      rows.push({
        cells: [number, changedOn, "change", what, "", "", "", "", "", "", "", dollars(change.difference)],
      });
    }
  }
  return rows;
}

const sumRow = (
  number: string,
  day: string,
  kind: string,
  name: string,
  amount: Parameters<typeof dollars>[0],
  tax: Parameters<typeof dollars>[0],
): Cell[] => [number, day, kind, name, "", "", "", "", dollars(amount), 0, dollars(tax), dollars(cents(amount + tax))];
