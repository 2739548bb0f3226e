import { and, asc, eq, getViewSelectedFields, like } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { LineKind } from "~/shop/catalog/product-kind";
import { weightOf } from "~/shop/catalog/weights.server";
import { formatCents } from "~/shop/money";
import { taxStateOfZip } from "~/shop/places/places.server";
import { priceOf, type Reduction, type TaxableLine, taxesIn } from "~/shop/price";
import { isNoBox } from "~/shop/customer-schemas";
import { type DeliveryTerms, fixedDelivery } from "~/shop/delivery-fee";
import { deliveryTermsAt } from "~/shop/delivery-terms.server";
import { Refusal } from "~/shop/refusal";
import { readSettings } from "~/shop/settings.server";
import { dayIn } from "~/shop/shop-time";
import { loadTaxTable, TaxUnreadable } from "~/shop/tax/taxes.server";
import { SERVICE_SOURCE } from "~/shop/tax/quote-by-service";
import { deliveryOfStanding, ownTermsWith, placeOf, type PlaceTerms } from "./drafting/terms-at.server";
import type { Customer } from "./order";
import { orderTaxes } from "./order-taxes.tables";
import { orders } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";

/**
 * Refuses to correct an order's address when its sum at the new one differs: such an address needs a new order. Both sums are computed
 * with the current terms, so that terms changed since the order was drafted make no difference.
 *
 * @throws {Refusal} `input-invalid` at the field for the ZIP, with a message that says what to do instead; as `deliveryTermsAt`.
 */
export async function refuseOtherTax(
  tx: Transaction,
  number: string,
  { address, city, postalCode: zip }: Pick<Customer, "address" | "city" | "postalCode">,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.number, number));
  if (!order || (order.postalCode === zip && isNoBox(order.address) === isNoBox(address))) return;
  const settings = await readSettings(tx);
  const asked = { settings: () => settings };
  const there = deliveryTermsAt(asked, placeOf({ ...order, address, city, postalCode: zip }));
  const here = deliveryOfStanding(asked, order);
  const goods = await goodsOf(tx, number);
  const feeAt = (terms: DeliveryTerms) => priceOf(goods.lines, goods.agreed, terms).summary.deliveryFee;
  if (feeAt(here) !== feeAt(there))
    throw refused(
      `Delivery costs ${formatCents(feeAt(there))} to ${placeWords(zip, address)}, and ${formatCents(feeAt(here))} to ${placeWords(order.postalCode, order.address)}. ${orderAgain("the fee")}`,
    );
  if (order.postalCode === zip) return;
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
  const day = dayIn(order.draftedAt, settings.timeZone);
  const [from, to] = await Promise.all([taxStateOfZip(tx, order.postalCode), taxStateOfZip(tx, zip)]);
  const fee = fixedDelivery(order.deliveryFee);
  const was = ownTermsWith({ ...fee, offersOn: null }, table, { state: from, zip: order.postalCode }, day);
  const now = ownTermsWith({ ...fee, offersOn: null }, table, { state: to, zip }, day);
  const taxesAt = (terms: PlaceTerms) => taxesIn(priceOf(goods.lines, goods.agreed, terms).summary);
  if (taxesAt(was) === taxesAt(now) && (from === to || paid === 0)) return;
  throw refused(
    `Sales tax is ${formatCents(taxesAt(now))} at ${zip}, and this order was charged ${formatCents(paid)}. ${orderAgain("tax")}`,
  );
}

const placeWords = (zip: string, address: string): string => (isNoBox(address) ? zip : `a PO box in ${zip}`);

const orderAgain = (changed: string) =>
  `An address that changes ${changed} cannot be corrected: cancel the order, so that all of it goes back, and ask the shopper to order again to the right address.`;

const isByService = async (tx: Transaction, number: string): Promise<boolean> =>
  (await tx.$count(
    orderTaxes,
    and(eq(orderTaxes.orderNumber, number), like(orderTaxes.source, `${SERVICE_SOURCE}%`)),
  )) > 0;

const refused = (words: string): Refusal => new Refusal("input-invalid", { fields: { postalCode: words } });

/** Lines of an order with their agreed shares of its discount. */
async function goodsOf(
  tx: Transaction,
  number: string,
): Promise<{ lines: TaxableLine<LineKind>[]; agreed: Reduction }> {
  const rows = await tx
    .select({ ...getViewSelectedFields(standingLines), weightGrams: weightOf(standingLines.productId) })
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number))
    .orderBy(asc(standingLines.position));
  return {
    lines: rows.map(({ kindForTax, weightGrams, quantity, price }) => ({
      kindForTax: kindForTax as LineKind,
      weightGrams,
      quantity,
      price,
    })),
    agreed: { kind: "agreed", shares: rows.map(({ discountShare }) => discountShare) },
  };
}
