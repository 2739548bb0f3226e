import type { Services } from "~/services";
import { orderValue } from "~/shop/bag/bag";
import type { Discount } from "~/shop/discounts/code";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { Refusal } from "~/shop/refusal";
import type { TaxGoods, TaxQuote } from "~/shop/tax/quote-tax";
import type { DraftRequest } from "./draft-request.server";
import type { PricedLine } from "./priced-lines.server";
import { taxGoods } from "./taxed-summary";
import { placeOf, taxesOfPlace } from "./taxes-of-place.server";

/**
 * Returns a function that quotes the tax of a draft, which may replace another one. It asks the tax service before any lock is
 * taken, so that nobody but this shopper waits for the response.
 *
 * @throws {Refusal} `checkout-stopped`.
 */
export async function taxesOfDraft(
  services: Services,
  wanted: DraftRequest,
  lines: readonly PricedLine[],
  replaced: string | undefined,
  now: Date,
): Promise<(goods: TaxGoods) => TaxQuote> {
  const place = placeOf(wanted.customer);
  const isAsked = services.settings().taxService.by === "stripe" && services.payments.taxService !== undefined;
  if (!isAsked) return taxesOfPlace(services, place, null, now);
  const discount = await discountOf(services, wanted, lines, replaced, now);
  const goods = discount === undefined ? null : taxGoods(lines, discount, services.settings()).goods;
  return taxesOfPlace(services, place, goods, now);
}

/** Discount of the request according to the present rules; undefined for a code that is refused, which the draft then reports. */
async function discountOf(
  { db }: Services,
  { discountCode, customer, draftKey }: DraftRequest,
  lines: readonly PricedLine[],
  replaced: string | undefined,
  now: Date,
): Promise<Discount | null | undefined> {
  if (!discountCode) return null;
  const asked = {
    email: customer.email,
    orderValue: orderValue([...lines]),
    products: lines.map(({ product }) => product),
    own: { draftKey, orderNumber: replaced },
    now,
  };
  return validDiscount(db, discountCode, asked).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}
