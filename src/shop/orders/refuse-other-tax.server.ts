import { and, asc, eq, like } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { cents, formatCents } from "~/shop/money";
import { taxStateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { readSettings } from "~/shop/settings.server";
import { dayIn } from "~/shop/shop-time";
import { addedBy, quoteTax, type TaxGoods, type TaxLine } from "~/shop/tax/quote-tax";
import { loadTaxTable, TaxUnreadable } from "~/shop/tax/taxes.server";
import { SERVICE_SOURCE } from "~/shop/tax/quote-by-service";
import { orderTaxes } from "./order-taxes.tables";
import { orders } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";

/**
 * Refuses to correct an order's ZIP when the sales tax at the new ZIP differs: such an address needs a new order. Both taxes are
 * computed with the current rates, so that rates changed since the order was drafted make no difference.
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
  const paid = cents(order.tax + order.fees);
  if (!table && paid === 0) return;

  const goods = await goodsOf(tx, order);
  const day = dayIn(order.draftedAt, (await readSettings(tx)).timeZone);
  const [from, to] = await Promise.all([taxStateOfZip(tx, order.postalCode), taxStateOfZip(tx, zip)]);
  const was = addedBy(quoteTax(table, goods, { state: from, zip: order.postalCode }, day));
  const now = addedBy(quoteTax(table, goods, { state: to, zip }, day));
  if (was === now && (from === to || paid === 0)) return;
  throw refused(
    `Sales tax is ${formatCents(now)} at ${zip}, and this order was charged ${formatCents(paid)}. An address that changes tax cannot be ` +
      "corrected: cancel the order, so that all of it goes back, and ask the shopper to order again to the right address.",
  );
}

const isByService = async (tx: Transaction, number: string): Promise<boolean> =>
  (await tx.$count(
    orderTaxes,
    and(eq(orderTaxes.orderNumber, number), like(orderTaxes.source, `${SERVICE_SOURCE}%`)),
  )) > 0;

const refused = (words: string): Refusal => new Refusal("input-invalid", { fields: { postalCode: words } });

async function goodsOf(
  tx: Transaction,
  { number, deliveryFee, orderValue }: typeof orders.$inferSelect,
): Promise<TaxGoods> {
  const rows = await tx
    .select()
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number))
    .orderBy(asc(standingLines.position));
  const lines = rows.map(({ kindForTax, quantity, price, discountShare }) => ({
    kind: kindForTax as TaxLine["kind"],
    quantity,
    price,
    discountShare,
  }));
  return { lines, deliveryFee, orderValue };
}
