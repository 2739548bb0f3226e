import { and, asc, eq, like } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import { formatCents } from "~/shop/money";
import { taxStateOfZip } from "~/shop/places/places.server";
import { priceOf, type Reduction, type TaxableLine, taxesIn } from "~/shop/price";
import { fixedDelivery } from "~/shop/delivery-fee";
import { Refusal } from "~/shop/refusal";
import { readSettings } from "~/shop/settings.server";
import { dayIn } from "~/shop/shop-time";
import { loadTaxTable, TaxUnreadable } from "~/shop/tax/taxes.server";
import { SERVICE_SOURCE } from "~/shop/tax/quote-by-service";
import { ownTermsAt, type PlaceTerms } from "./drafting/terms-at.server";
import { orderTaxes } from "./order-taxes.tables";
import { orders } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";

/**
 * Refuses to correct an order's ZIP when its sum at the new ZIP differs: such an address needs a new order. Both sums are computed
 * with the current terms, so that terms changed since the order was drafted make no difference.
 *
 * @throws {Refusal} `input-invalid` at the field for the ZIP, with a message that says what to do instead.
 */
export async function refuseOtherTax(tx: Transaction, number: string, zip: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, number));
  if (!order || order.postalCode === zip) return;
  if (await isByService(tx, number))
    throw refused(
      "Stripe computed the sales tax of this order for its address, so the ZIP cannot be corrected: cancel the order, so that all of it goes back, and ask the shopper to order again to the right address.",
    );
  const table = await loadTaxTable(tx).catch((error: unknown) => {
    if (!(error instanceof TaxUnreadable)) throw error;
    throw refused(
      "The rates of sales tax cannot be read, so it is unknown whether this ZIP changes them. Save them anew first.",
    );
  });
  const paid = taxesIn(order);
  const settings = await readSettings(tx);
  const day = dayIn(order.draftedAt, settings.timeZone);
  const [from, to] = await Promise.all([taxStateOfZip(tx, order.postalCode), taxStateOfZip(tx, zip)]);
  const own = { settings: () => settings, table };
  const was = ownTermsAt(own, { state: from, zip: order.postalCode }, day);
  const now = ownTermsAt(own, { state: to, zip }, day);
  const goods = await goodsOf(tx, number);
  const feeAt = (terms: PlaceTerms) => priceOf(goods.lines, goods.agreed, terms).summary.deliveryFee;
  if (feeAt(was) !== feeAt(now))
    throw refused(
      `Delivery costs ${formatCents(feeAt(now))} to ${zip}, and ${formatCents(feeAt(was))} to ${order.postalCode}. ${orderAgain("the fee")}`,
    );

  const taxesAt = (terms: PlaceTerms) =>
    taxesIn(priceOf(goods.lines, goods.agreed, { ...terms, ...fixedDelivery(order.deliveryFee) }).summary);
  if (taxesAt(was) === taxesAt(now) && (from === to || paid === 0)) return;
  throw refused(
    `Sales tax is ${formatCents(taxesAt(now))} at ${zip}, and this order was charged ${formatCents(paid)}. ${orderAgain("tax")}`,
  );
}

const orderAgain = (changed: string) =>
  `An address that changes ${changed} cannot be corrected: cancel the order, so that all of it goes back, and ask the shopper to order again to the right address.`;

const isByService = async (tx: Transaction, number: string): Promise<boolean> =>
  (await tx.$count(
    orderTaxes,
    and(eq(orderTaxes.orderNumber, number), like(orderTaxes.source, `${SERVICE_SOURCE}%`)),
  )) > 0;

const refused = (words: string): Refusal => new Refusal("input-invalid", { fields: { postalCode: words } });

/** Lines of an order with their agreed shares of its discount. */
async function goodsOf(tx: Transaction, number: string): Promise<{ lines: TaxableLine<TaxKind>[]; agreed: Reduction }> {
  const rows = await tx
    .select()
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number))
    .orderBy(asc(standingLines.position));
  return {
    lines: rows.map(({ kindForTax, quantity, price }) => ({ kindForTax: kindForTax as TaxKind, quantity, price })),
    agreed: { kind: "agreed", shares: rows.map(({ discountShare }) => discountShare) },
  };
}
