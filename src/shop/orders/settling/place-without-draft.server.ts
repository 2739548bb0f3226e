import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { reserve } from "~/shop/catalog/stock/reservations.server";
import { centsOfDollars } from "~/shop/money";
import {
  assignPayment,
  claimPayment,
  orderNumberOf,
  type OrderPayment,
  receivePayment,
} from "~/shop/payments/payments.server";
import { hasRefunds } from "~/shop/payments/refunds.server";
import { taxesIn } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import { atFieldsOf, customerFields } from "../drafting/named-fields";
import { namingLines, type PricedLine, pricedLines } from "../drafting/priced-lines.server";
import { type OrderPrice, orderPriceOf, placeOf, termsAt } from "../drafting/terms-at.server";
import { writeOrder } from "../drafting/write-order.server";
import type { Customer } from "../order";
import { summaryToWire } from "../order.wire";
import type { OrderRequest } from "../order-request.wire";
import { refundCause } from "../refunds/refund-cause";
import { requestRefund } from "../refunds/request-refund.server";
import { completePaid } from "./complete-paid.server";

interface Claim {
  clientSecret?: string | undefined;
  customer?: Customer;
  orderDetails?: OrderRequest["orderDetails"];
}

/** The order that a claim (a request to place an order) describes, at current prices. */
interface Described extends OrderPrice {
  customer: Customer;
  lines: PricedLine[];
}

/**
 * Computes the order that a claim describes, at the catalog's prices and with its tax. Returns undefined if the claim describes
 * none.
 *
 * @throws {Refusal} as `pricedLines` and `termsAt`.
 */
async function describedBy(
  services: Services,
  { customer, orderDetails }: Claim,
  now: Date,
): Promise<Described | undefined> {
  if (!customer || !orderDetails) return undefined;
  const wished = orderDetails.items.map(({ productId, price, ...item }) => ({
    ...item,
    product: productId,
    price: centsOfDollars(price),
  }));
  const lines = await pricedLines(services.db, wished);
  const terms = await atFieldsOf(customerFields, termsAt(services, placeOf(customer), { lines, reduction: null }, now));
  return { customer, lines, ...orderPriceOf(lines, null, terms) };
}

/** Whether a payment is exactly the order's sum without its tax and fees. */
const lacksTax = ({ amount }: OrderPayment, { summary }: OrderPrice): boolean =>
  taxesIn(summary) > 0 && amount === summary.total - taxesIn(summary);

/**
 * Refuses an unpaid payment without a draft whose amount lacks the sales tax of its order.
 *
 * @throws {Refusal} `tax-unpaid` with the right sums; as `describedBy`.
 */
export async function refuseWithoutTax(
  services: Services,
  payment: OrderPayment,
  claim: Claim,
  now: Date,
): Promise<void> {
  if (services.unreadable().length === 0 && services.taxes() === null) return;
  const order = await describedBy(services, claim, now);
  if (order && lacksTax(payment, order))
    throw new Refusal("tax-unpaid", { details: { summary: summaryToWire(order.summary) } });
}

/**
 * Writes the order of a payment requested without items: priced now, its total must equal the payment. A caller without the
 * client secret first claims the payment for the e-mail address, even when the order is then refused. A payment that lacks
 * exactly the tax is refunded, once. Returns the order's number, or null for a payment that was received before and has no order.
 *
 * @throws {Refusal} as `settleOrder`.
 */
export async function placeWithoutDraft(
  services: Services,
  payment: OrderPayment,
  claim: Claim,
  now: Date,
): Promise<string | null> {
  const { db } = services;
  const order = await describedBy(services, claim, now);
  if (!order) throw new Refusal("order-unknown");
  const { customer, lines, summary, shares, taxes, offers, zone } = order;
  const isUntaxed = lacksTax(payment, order);
  const mustClaim = claim.clientSecret === undefined && (summary.total === payment.amount || isUntaxed);
  if (mustClaim && !(await claimPayment(db, payment.id, customer.email))) throw new Refusal("payment-unknown");

  if (isUntaxed) return returnUntaxed(services, payment, order, now);
  return db
    .transaction(async (tx) => {
      if (!(await receivePayment(tx, payment, now))) return orderNumberOf(tx, payment.id);
      if (summary.total !== payment.amount) throw new Refusal("amount-mismatch");
      if (await hasRefunds(tx, payment.id)) throw new Refusal("payment-returned");
      const number = await writeOrder(tx, {
        state: "paid",
        customer,
        lines,
        summary,
        shares,
        taxes,
        offers,
        zone,
        discount: null,
        now,
      });
      await reserve(tx, lines, number, shopper);
      await assignPayment(tx, payment.id, number);
      await completePaid(tx, services, number, {});
      return number;
    })
    .catch((error: unknown) => {
      throw namingLines(error, lines);
    });
}

/**
 * Refunds a payment that lacks the tax. Returns the order's number if the payment has got an order meanwhile.
 *
 * @throws {Refusal} `tax-returned` if it has none.
 */
async function returnUntaxed(services: Services, payment: OrderPayment, order: Described, now: Date): Promise<string> {
  const { id: paymentId, amount } = payment;
  const number = await services.db.transaction(async (tx) => {
    if (!(await receivePayment(tx, payment, now))) return orderNumberOf(tx, paymentId);
    await requestRefund(tx, services, { paymentId, amount, cause: refundCause.noOrder });
    return null;
  });
  if (number !== null) return number;
  throw new Refusal("tax-returned", { details: { summary: summaryToWire(order.summary) } });
}
