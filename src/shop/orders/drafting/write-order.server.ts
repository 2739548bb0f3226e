import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { JobRequest, Jobs } from "~/platform/jobs.server";
import { rowJson } from "~/platform/row-json.server";
import { type Actor, shopper } from "~/shop/actor";
import type { GivenByOffer, OrderSummary } from "~/shop/price";
import { stockJson } from "~/shop/catalog/stock/reservations.server";
import type { StockLine } from "~/shop/catalog/stock/stock";
import type { AgreedDiscount } from "~/shop/discounts/code";
import { codeUseRow } from "~/shop/discounts/discounts.server";
import { type Cents, cents } from "~/shop/money";
import { type OrderPayment, paymentRow } from "~/shop/payments/payments.server";
import { NO_TAX, type TaxQuote } from "~/shop/tax/quote-tax";
import type { HeldPart } from "../gift-cards/cards-of-draft.server";
import { termColumns } from "../code-terms.server";
import type { Customer } from "../order";
import type { OrderEventKind } from "../order-event";
import { drawnNumber } from "../order-number";
import { orderEvents, orderLines, orders } from "../orders.tables";
import { giftCardLines } from "../gift-cards/gift-card-lines.tables";
import { offerRows } from "./offer-rows.server";
import { beyondHalfHolds } from "./beyond-half.tables";
import { orderTaxRows } from "./order-tax-rows.server";
import type { PricedLine } from "./priced-lines.server";

export interface NewOrder {
  state: "awaiting-payment" | "paid";
  customer: Customer;
  lines: PricedLine[];
  summary: OrderSummary;
  /** Shares of the lines in the discount, in cents. */
  shares: readonly Cents[];
  /** Quote that the tax in the summary comes from; unset if no tax is collected. */
  taxes?: TaxQuote;
  /** Amounts that offers took off, which is in `shares`; unset without any. */
  offers?: readonly GivenByOffer[] | undefined;
  /** Name of the zone of delivery; empty for a place in no zone. */
  zone: string;
  discount: AgreedDiscount | null;
  draftKey?: string | undefined;
  reservedUntil?: Date | undefined;
  heldSince?: Date | undefined;
  /** False if the draft reserves no stock. */
  holds?: boolean;
  /** Hash of the shopper's network, computed by `networkKey`. */
  network?: string | undefined;
  now: Date;
}

/** Rows and jobs that are written together with an order, whose number is not known before. */
export interface WithOrder {
  payment?: OrderPayment;
  event?: { kind: OrderEventKind; actor: Actor; details: Record<string, unknown> };
  /** Stock movements that reserve the order's pieces. */
  reserved?: StockLine[] | undefined;
  /** Actor of these stock movements; the shopper by default. */
  actor?: Actor | undefined;
  beyondHalf?: { variantIds: number[]; until: Date } | undefined;
  /** Parts that gift cards hold for the order, in the order in which they were used. */
  giftCards?: readonly HeldPart[];
  /** Gift cards that the order buys, with their sealed codes. */
  boughtCards?: readonly Omit<typeof giftCardLines.$inferInsert, "orderNumber">[];
  jobs?: { enqueueWith: Jobs["enqueueWith"]; of: (number: string) => JobRequest[] };
}

/**
 * Writes an order with copies of its lines, the use of its code, and the rows of `along`, in one statement. Returns its number,
 * which is drawn at random until an unused one is found.
 */
export async function writeOrder(tx: Transaction, order: NewOrder, along: WithOrder = {}): Promise<string> {
  const number = await writeBy(order, along, async (draft) => {
    const { rows } = await tx.execute<{ written: boolean }>(sql`select write_order(${draft}) as written`);
    return rows[0]?.written === true;
  });
  if (number === undefined) throw new Error("The order was not written.");
  return number;
}

/**
 * Writes an order as `writeOrder`, but by the caller's statement around `write_order`. `write` returns true if the order was
 * written, false for a used number, and undefined if the order cannot be written this way; then `writeBy` returns undefined.
 */
export async function writeBy(
  order: NewOrder,
  along: WithOrder,
  write: (draft: string) => Promise<boolean | undefined>,
): Promise<string | undefined> {
  for (;;) {
    const number = drawnNumber(randomInt);
    const rows = rowsOf(number, order, along);
    let isWritten: boolean | undefined;
    const enqueue = async (jobs: string): Promise<boolean> => {
      isWritten = await write(JSON.stringify({ ...rows, jobs: JSON.parse(jobs) as unknown }));
      return isWritten === true;
    };
    const { jobs } = along;
    await (jobs ? jobs.enqueueWith(jobs.of(number), enqueue) : enqueue("[]"));
    if (isWritten !== false) return isWritten ? number : undefined;
  }
}

/** Rows for the SQL function `write_order`, which adds the order's number to the rows of other tables. */
function rowsOf(
  number: string,
  order: NewOrder,
  { payment, event, reserved, actor = shopper, beyondHalf, giftCards, boughtCards }: WithOrder,
) {
  const { state, customer, lines, summary, shares, zone, discount, now, taxes = NO_TAX, offers } = order;
  const { draftKey, reservedUntil, heldSince, network, holds } = order;
  return {
    order: rowJson(orders, {
      ...customer,
      ...summary,
      deliveryZone: zone,
      deliveryTax: taxes.deliveryTax,
      feeTax: taxes.feeTax,
      number,
      state,
      draftKey: draftKey ?? null,
      discountCode: discount?.code ?? null,
      ...termColumns(discount),
      draftedAt: now,
      reservedUntil: reservedUntil ?? null,
      heldSince: heldSince ?? null,
      network: network ?? null,
      holds: holds ?? true,
      paidAt: state === "paid" ? now : null,
    }),
    lines: lines.map(({ product, image, ...line }, position) =>
      rowJson(orderLines, {
        ...line,
        position,
        productId: product,
        image: image || null,
        discountShare: shares[position] ?? cents(0),
        tax: taxes.lines[position]?.tax ?? cents(0),
      }),
    ),
    taxes: orderTaxRows(lines, taxes, summary.deliveryFee),
    ...(offers && { offers: offerRows(lines, shares, offers) }),
    payments: payment ? [paymentRow(payment)] : [],
    events: event ? [rowJson(orderEvents, event)] : [],
    uses: discount ? [codeUseRow({ code: discount.code, email: customer.email })] : [],
    beyond_half: (beyondHalf?.variantIds ?? []).map((variantId) =>
      rowJson(beyondHalfHolds, { variantId, since: now, ...(beyondHalf && { until: beyondHalf.until }) }),
    ),
    ...(boughtCards && { gift_card_lines: boughtCards.map((card) => rowJson(giftCardLines, card)) }),
    ...(giftCards && {
      gift_cards: giftCards.map(({ id, cardId, amount, live }, place) => ({
        id,
        card: cardId,
        amount,
        live,
        turn: place + 1,
      })),
    }),
    ...(reserved && { reserved: reserved.map(stockJson), actor }),
  };
}
