import { and, asc, eq, getViewSelectedFields, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { weightOf } from "~/shop/catalog/weights.server";
import { type Cents, cents, sum } from "~/shop/money";
import type { RefundableMoney } from "~/shop/payments/refunds.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { giftCardValue } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import { type OrderTerms, termsOfOrder } from "../code-terms.server";
import { IS_PRESENT, OFFER_SHARE } from "../offer-parts.server";
import type { OrderState } from "../order";
import { orders } from "../orders.tables";
import { orderTaxes } from "../order-taxes.tables";
import { lineGoods } from "../standing-lines.tables";
import { ledgerLeft } from "../ledger/went-back.server";
import { lineProgress } from "../parcels/line-progress.server";
import { leftToSend, type LineProgress } from "../parcels/pieces";
import { isByChange } from "../refunds/refund-cause";
import type { ChangeableOrder, ChangeableSums } from "./change-preview";
import type { OrderLedger } from "./change-amounts";

/** States in which lines of an order can still be changed. */
const CHANGEABLE: readonly OrderState[] = ["paid", "packed", "partly-refunded"];

/** Whether an order is in a state in which it can be changed. */
export const isChangeable = (state: OrderState): boolean => CHANGEABLE.includes(state);

type OrderRow = typeof orders.$inferSelect;
type TaxRow = typeof orderTaxes.$inferSelect;

/** Order with all data from which a change is computed, except the tax of added goods. */
export interface OrderToChange extends KnownOrder, Pick<ChangeableOrder, "ledger"> {}

/** Stored order with its lines, sums, code, goods and taxes. */
export interface KnownOrder
  extends Pick<ChangeableOrder, "lines" | "sums" | "ofCards" | "terms" | "deliveryBack">, OrderTerms {
  order: OrderRow;
  goods: Map<number, typeof lineGoods.$inferSelect>;
  taxes: { ofLine: Map<number, TaxRow>; delivery: TaxRow | undefined };
}

/** Number of pieces of a line that a change may remove: not shipped, called off or refunded. */
export const openPieces = (line: LineProgress): number =>
  Math.max(0, Math.min(leftToSend(line), line.quantity - line.refunded.quantity));

/**
 * Reads an order in order to change it.
 *
 * @throws {Refusal} `order-unknown`; `order-state` if the order is not paid, or can no longer be changed.
 */
export async function orderToChange(
  db: Database,
  number: string,
  money: Pick<RefundableMoney, "taken">,
): Promise<OrderToChange> {
  const known = await knownOrder(db, number);
  if (!isChangeable(known.order.state)) throw new Refusal("order-state");
  const { sold, delivery } = await ledgerLeft(db, number);
  const { deliveryFee, deliveryTax, total } = known.sums;
  const back = (paid: Cents, left: Cents) => cents(Math.max(0, paid - left));
  return {
    ...known,
    ...(sold !== null && {
      deliveryBack: { fee: back(deliveryFee, delivery.fee), tax: back(deliveryTax, delivery.tax) },
    }),
    // Sales and the order's total differ only by what earlier changes did not give back again.
    ledger: { ...(await ledgerOf(db, number, money)), ...(sold !== null && { notAgain: cents(sold - total) }) },
  };
}

/**
 * Reads an order in any state, as far as changes need it.
 *
 * @throws {Refusal} `order-unknown`.
 */
export async function knownOrder(db: Database, number: string): Promise<KnownOrder> {
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw new Refusal("order-unknown");
  const progress = await lineProgress(db, number);
  const rows = await db
    .select({
      ...getViewSelectedFields(lineGoods),
      weightGrams: weightOf(lineGoods.productId),
      offerShare: OFFER_SHARE,
      isPresent: IS_PRESENT,
    })
    .from(lineGoods)
    .where(eq(lineGoods.orderNumber, number))
    .orderBy(asc(lineGoods.position));
  const taxes = await db
    .select()
    .from(orderTaxes)
    .where(and(eq(orderTaxes.orderNumber, number), inArray(orderTaxes.part, ["line", "delivery"])));
  const ofPosition = new Map(
    rows.map(({ weightGrams: _w, offerShare: _o, isPresent: _p, ...goods }) => [goods.position, goods]),
  );
  const known = new Map(rows.map((row) => [row.position, row]));
  return {
    order,
    goods: ofPosition,
    taxes: {
      ofLine: new Map(taxes.filter(({ part }) => part === "line").map((row) => [row.position, row])),
      delivery: taxes.find(({ part }) => part === "delivery"),
    },
    lines: progress.map((line) => {
      const { productId: product, weightGrams = null, offerShare, isPresent } = known.get(line.position) ?? {};
      return {
        ...line,
        weightGrams,
        open: openPieces(line),
        ...(product !== undefined && { product }),
        ...(offerShare && { offerShare }),
        ...(isPresent && { isPresent }),
      };
    }),
    sums: sumsOf(order),
    // A line of a gift card has one piece, and stands as long as its order.
    ofCards: giftCardValue(rows.map(({ price, kindForTax }) => ({ price, kindForTax, quantity: 1 }))),
    ...(await termsOfOrder(db, order)),
  };
}

/** Sums of an order from its row. */
const sumsOf = ({ orderValue, discount, deliveryFee, tax, deliveryTax, fees, total }: OrderRow): ChangeableSums => ({
  orderValue,
  discount,
  deliveryFee,
  tax,
  deliveryTax,
  fees,
  total,
});

/** Money received and refunded for an order, over all its payments. */
export async function ledgerOf(
  db: Database,
  number: string,
  { taken }: Pick<RefundableMoney, "taken">,
): Promise<OrderLedger> {
  const valid = (await refundsOf(db, number)).filter(({ state }) => state !== "failed");
  const amounts = (of: typeof valid) => sum(of.map(({ amount }) => amount));
  return {
    captured: taken,
    refunded: amounts(valid),
    given: amounts(valid.filter(({ cause }) => !isByChange(cause))),
  };
}
