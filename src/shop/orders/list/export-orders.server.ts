import { eq, type SQL, sql } from "drizzle-orm";
import { type Cell, csvFile, csvRows } from "~/platform/csv.server";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { type Cents, cents, dollars } from "~/shop/money";
import { dayIn } from "~/shop/shop-time";
import { moneyWords, standingWords } from "../member-state-words";
import { OFFER_PARTS } from "../offer-parts.server";
import type { OfferPart } from "../order";
import { orderFacts } from "../order-facts.tables";
import { CARDS_VALUE, CARDS_WITH_LINES } from "../gift-cards/bought-card-lines.server";
import { orders } from "../orders.tables";
import type { OrderFilter } from "./order-filter";
import { admitExport, exportedOrders, newestFirst, placeColumns, streamOrders } from "./stream-orders.server";

/** Number of orders read at a time. */
const AT_ONCE = 1_000;

/** Columns that a file has only if any of its orders has a value for them. */
interface Rare {
  offers: boolean;
  method: boolean;
  fees: boolean;
  credit: boolean;
  cards: boolean;
}

const headsOf = (has: Rare): string[] => [
  "Order",
  "Paid on",
  "Time",
  "State",
  "Money",
  "Name",
  "E-mail",
  "Street",
  "City",
  "ZIP",
  "Region",
  "Pieces",
  "Goods",
  ...(has.cards ? ["Gift cards bought"] : []),
  "Discount",
  ...(has.offers ? ["Offers"] : []),
  "Code",
  "Delivery",
  ...(has.method ? ["Delivery method"] : []),
  "Tax",
  ...(has.fees ? ["Fees"] : []),
  "Total",
  "Refunded",
  ...(has.credit ? ["Of that store credit"] : []),
  "Kept",
  "Tracking",
];

/** Sums of an order from the ledger of sales; `refunded` excludes failed refunds and includes lost disputes. */
type Sold = Record<"goods" | "discount" | "delivery" | "tax" | "fees" | "total" | "refunded", Cents>;

/**
 * Exports the orders of a filter as a stream of CSV rows, newest first, without orders that are not counted (`isCounted`). Times
 * are in the shop's time zone, amounts in dollars. The log records the member.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function exportOrders(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  filter: OrderFilter,
): Promise<ReadableStream<Uint8Array>> {
  await admitExport(services, member);
  const { db, settings } = services;
  const zone = settings().timeZone;
  const condition = await exportedOrders(services, member, filter);
  const has = await rareIn(db, condition);
  return streamOrders({
    condition,
    atOnce: AT_ONCE,
    read: (of) => rowsOf(db, of),
    textOf(rows, isFirst) {
      const cells = rows.map((row) => cellsOf(row, zone, has));
      return isFirst ? csvFile(headsOf(has), cells) : csvRows(cells);
    },
  });
}

async function rareIn(db: Database, condition: SQL): Promise<Rare> {
  const isAny = (of: SQL) => sql<boolean>`exists (select from ${orderFacts} inner join ${orders}
    on ${orders.number} = ${orderFacts.number} where ${condition} and ${of})`;
  const { rows } = await db.execute<Record<keyof Rare, boolean>>(
    sql`select ${isAny(sql`exists (select from order_offers where order_number = ${orders.number})`)} as offers,
      ${isAny(sql`${orders.deliveryMethod} is not null`)} as method, ${isAny(sql`${orders.fees} > 0`)} as fees,
      ${isAny(sql`${orders.number} in (select order_number from refunds join payments on payments.id = payment_id where onto = 'gift-card')`)} as credit,
      ${isAny(sql`exists (select from gift_card_lines where order_number = ${orders.number})`)} as cards`,
  );
  const { offers = false, method = false, fees = false, credit = false, cards = false } = rows[0] ?? {};
  return { offers, method, fees, credit, cards };
}

async function rowsOf(db: Database, condition: SQL) {
  return db
    .select({
      ...placeColumns,
      paidAt: orders.paidAt,
      standing: orderFacts.standing,
      money: orderFacts.money,
      name: orders.name,
      email: orders.email,
      address: orders.address,
      city: orders.city,
      postalCode: orders.postalCode,
      region: orders.region,
      pieces: orderFacts.pieces,
      orderValue: orders.orderValue,
      cards: sql<Cents>`(select ${CARDS_VALUE} from ${CARDS_WITH_LINES} where card.order_number = ${orderFacts.number})`,
      discount: orders.discount,
      discountCode: orders.discountCode,
      offers: OFFER_PARTS,
      deliveryFee: orders.deliveryFee,
      deliveryMethod: orders.deliveryMethod,
      tax: orders.tax,
      fees: orders.fees,
      total: orders.total,
      // Sums from the ledger of sales, as in all figures. An unpaid order has none there; its row shows the
      // amounts of its draft.
      sold: sql<Sold>`(select json_build_object(
          'goods', coalesce(sum(e.amount_cents) filter (where e.kind in ('sale', 'change') and e.part not in ('delivery', 'fee') and not e.is_back), 0),
          'discount', coalesce(-sum(e.amount_cents) filter (where e.kind in ('discount', 'goodwill') and not e.is_back), 0),
          'delivery', coalesce(sum(e.amount_cents) filter (where (e.kind = 'delivery' or (e.kind = 'change' and e.part = 'delivery')) and not e.is_back), 0),
          'tax', coalesce(sum(e.amount_cents) filter (where e.kind = 'tax' and not e.is_back), 0),
          'fees', coalesce(sum(e.amount_cents) filter (where (e.kind = 'fee' or (e.kind = 'change' and e.part = 'fee')) and not e.is_back), 0),
          'total', coalesce(sum(e.amount_cents) filter (where not e.is_back), 0),
          'refunded', coalesce(-sum(e.amount_cents) filter (where e.is_back), 0))
        from (select kind, part, amount_cents, refund_id is not null or dispute_id is not null as is_back from sale_events
          where order_number = ${orderFacts.number} and kind <> 'dispute') as e)`,
      credit: sql<Cents>`(select coalesce(sum(refunds.amount_cents), 0)::int from payments join refunds on refunds.payment_id = payments.id
        where payments.order_number = ${orderFacts.number} and refunds.onto = 'gift-card')`,
      tracking: sql<string>`coalesce((select string_agg(concat_ws(' ', carrier, nullif(tracking_number, '')), ', ' order by id)
        from parcels where order_number = ${orderFacts.number}), '')`,
    })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(condition)
    .orderBy(...newestFirst)
    .limit(AT_ONCE);
}

const offerWords = ({ sentence, amount }: OfferPart): string => `${sentence}: ${dollars(amount).toFixed(2)}`;

function cellsOf(row: Awaited<ReturnType<typeof rowsOf>>[number], zone: string, has: Rare): Cell[] {
  const { paidAt } = row;
  const { goods, discount, delivery, tax, fees, total, refunded } = paidAt
    ? row.sold
    : { ...row, goods: cents(row.orderValue - row.cards), delivery: row.deliveryFee, refunded: cents(0) };
  return [
    row.number,
    paidAt ? dayIn(paidAt, zone) : "",
    paidAt ? paidAt.toLocaleTimeString("en-GB", { timeZone: zone }) : "",
    standingWords[row.standing].name,
    moneyWords[row.money],
    row.name,
    row.email,
    row.address,
    row.city,
    row.postalCode,
    row.region ?? "",
    row.pieces,
    dollars(goods),
    ...(has.cards ? [dollars(row.cards)] : []),
    dollars(discount),
    ...(has.offers ? [(row.offers ?? []).map(offerWords).join("; ")] : []),
    row.discountCode ?? "",
    dollars(delivery),
    ...(has.method ? [row.deliveryMethod ?? ""] : []),
    dollars(tax),
    ...(has.fees ? [dollars(fees)] : []),
    dollars(total),
    dollars(refunded),
    ...(has.credit ? [dollars(row.credit)] : []),
    paidAt ? (total - refunded) / 100 : 0,
    row.tracking,
  ];
}
