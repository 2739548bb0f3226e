import { and, asc, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents } from "~/shop/money";
import type { OrderFee } from "~/shop/price";
import { taxRows, totalRows } from "~/shop/bag/total-rows";
import { shelvesOf } from "~/shop/catalog/stock/shelves.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { disputedAmong } from "~/shop/payments/disputes.server";
import { changeWordsOf } from "../changes/change-words.server";
import { heldAmong } from "../changes/open-change.server";
import { kindsOf } from "../kinds-apart.server";
import { NAMED_FEES } from "../named-fees.server";
import { OFFER_PARTS } from "../offer-parts.server";
import { addressLines, type OfferPart } from "../order";
import { orders } from "../orders.tables";
import { lineGoods, standingLines } from "../standing-lines.tables";
import { type StoredParcel, storedParcels } from "../parcels/parcels.server";
import { replacements } from "../parcels/replacements.tables";
import type { PaperLine, PaperOrder } from "./papers";

/** Papers of an order, or why it has none: unknown, unpaid, cancelled, or not counted. */
export type PaperAnswer =
  | { number: string; order: PaperOrder }
  | { number: string; order: null; why: "unknown" | "not-paid" | "cancelled" | "apart" };

/**
 * Reads the papers of several orders with one set of queries; returns them in the given order.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function paperOrders(
  services: Pick<Services, "db">,
  member: Member,
  numbers: string[],
): Promise<PaperAnswer[]> {
  await requireRight(services, member, "orders.read", "orders.address.read");
  if (numbers.length === 0) return [];
  const { db } = services;
  const rows = await db
    .select({ ...getTableColumns(orders), namedFees: NAMED_FEES, offers: OFFER_PARTS })
    .from(orders)
    .where(inArray(orders.number, numbers));
  const [kinds, held, disputes, changes, lines, cards, sent, waiting] = await Promise.all([
    kindsOf(db, numbers),
    heldAmong(db, numbers),
    disputedAmong(db, numbers),
    changeWordsOf(db, numbers),
    linesOf(db, numbers),
    cardValues(db, numbers),
    storedParcels(db, numbers),
    replacementsOf(db, numbers),
  ]);
  const shelves = await shelvesOf(
    db,
    [...lines, ...waiting, ...sent.flatMap(({ instead }) => instead)].map(({ variantId }) => variantId),
  );
  const shelved = <T extends { variantId: number; sku: string }>(thing: T) => {
    const own = shelves.get(thing.variantId);
    return { ...thing, sku: thing.sku || (own?.sku ?? ""), shelf: own?.shelf ?? "" };
  };
  return numbers.map((number) => {
    const row = rows.find((order) => order.number === number);
    if (!row) return { number, order: null, why: "unknown" };
    if (row.state === "cancelled" || !row.paidAt)
      return { number, order: null, why: row.state === "cancelled" ? "cancelled" : "not-paid" };
    const { kind = "real", isCounted = true } = kinds.get(number) ?? {};
    if (!isCounted) return { number, order: null, why: "apart" };
    const own = lines.flatMap(({ orderNumber, ...line }) => (orderNumber === number ? [shelved(line)] : []));
    const order: PaperOrder = {
      number,
      kind,
      orderedAt: row.paidAt,
      to: addressLines(row),
      method: row.deliveryMethod ?? "",
      lines: own,
      ...totalsOf(row, cards.get(number), can(member, "money.read")),
      parcels: sent.flatMap(({ orderNumber, lines: pieces, instead }) =>
        orderNumber === number
          ? [{ things: [...named(pieces, own), ...named(instead.map(asSent), own).map((thing) => shelved(thing))] }]
          : [],
      ),
      changes: changes.get(number) ?? [],
      isHeld: held.has(number),
      dispute: disputes.get(number) ?? null,
      replacements: waiting.flatMap(({ orderNumber, ...thing }) => (orderNumber === number ? [shelved(thing)] : [])),
    };
    return { number, order };
  });
}

/** Rows of an order's total with what of it is gift cards, if the member may see money, and whether it includes tax or fees. */
function totalsOf(
  {
    namedFees,
    offers,
    discountCode,
    ...order
  }: typeof orders.$inferSelect & { namedFees: OrderFee[] | null; offers: OfferPart[] | null },
  ofCards: Cents | undefined,
  isShown: boolean,
): Pick<PaperOrder, "totals" | "hasTaxOrFees" | "ofCards"> {
  const summary = { ...order, namedFees: namedFees ?? undefined };
  return {
    totals: isShown ? totalRows(summary, { offers: offers ?? [], discountCode }) : [],
    hasTaxOrFees: taxRows(summary).length > 0,
    ofCards: isShown && ofCards ? ofCards : cents(0),
  };
}

/** Lines that are packed: gift cards leave by letter. */
const linesOf = (db: Database, numbers: string[]) =>
  db
    .select({
      orderNumber: standingLines.orderNumber,
      position: standingLines.position,
      variantId: standingLines.variantId,
      name: standingLines.name,
      size: standingLines.size,
      color: standingLines.color,
      sku: standingLines.sku,
      quantity: standingLines.quantity,
      // Table names are written out, since Drizzle omits them for columns inside a template.
      sent: sql<number>`coalesce((select sum(p.quantity) from parcel_lines p
        where p.order_number = standing_lines.order_number and p.position = standing_lines.position), 0)::int`,
      calledOff: sql<number>`coalesce((select sum(r.called_off) from refund_lines r
        where r.order_number = standing_lines.order_number and r.position = standing_lines.position), 0)::int`,
    })
    .from(standingLines)
    .where(and(inArray(standingLines.orderNumber, numbers), ne(standingLines.kindForTax, "gift-card")))
    .orderBy(asc(standingLines.orderNumber), asc(standingLines.position));

/** Value of the gift cards that each of some orders bought, in cents; none for orders without any. */
async function cardValues(db: Database, numbers: string[]): Promise<Map<string, Cents>> {
  const { orderNumber, kindForTax } = standingLines;
  const rows = await db
    .select({ orderNumber, value: sql<Cents>`sum(price_cents * quantity)::int` })
    .from(standingLines)
    .where(and(inArray(orderNumber, numbers), eq(kindForTax, "gift-card")))
    .groupBy(orderNumber);
  return new Map(rows.map((row) => [row.orderNumber, row.value]));
}

/** A sent replacement as a thing on a paper; without a name of its own it has that of its line. */
const asSent = ({ variantId, position, quantity, name, size, color }: StoredParcel["instead"][number]) => ({
  variantId,
  position,
  quantity,
  size,
  color,
  sku: "",
  ...(name !== "" && { name }),
});

/** Adds to each of the pieces the name, size and color of its line. */
const named = <T extends { position: number }>(pieces: T[], lines: PaperLine[]) =>
  pieces.flatMap((piece) => {
    const line = lines.find(({ position }) => position === piece.position);
    return line ? [{ ...line, ...piece }] : [];
  });

const replacementsOf = (db: Database, numbers: string[]) =>
  db
    .select({
      orderNumber: replacements.orderNumber,
      returnNumber: replacements.returnNumber,
      lostParcelId: replacements.lostParcelId,
      variantId: replacements.variantId,
      // Table names are written out, since Drizzle omits them for columns inside a template.
      name: sql<string>`coalesce(nullif(order_replacements.name, ''), line_goods.name)`,
      size: replacements.size,
      color: replacements.color,
      sku: sql<string>`''`,
      quantity: replacements.quantity,
    })
    .from(replacements)
    .innerJoin(
      lineGoods,
      and(eq(lineGoods.orderNumber, replacements.orderNumber), eq(lineGoods.position, replacements.position)),
    )
    .where(and(inArray(replacements.orderNumber, numbers), eq(replacements.state, "waiting")))
    .orderBy(asc(replacements.at), asc(replacements.position));
