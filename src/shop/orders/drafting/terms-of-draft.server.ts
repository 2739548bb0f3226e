import type { Services } from "~/services";
import type { Discount } from "~/shop/discounts/code";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { offersAt } from "~/shop/offers/apply-offers";
import { areByEmail, countedValue, type OffersOn } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import type { DraftRequest } from "./draft-request.server";
import type { PricedLine } from "./priced-lines.server";
import { type PlaceTerms, placeOf, termsAt } from "./terms-at.server";

/**
 * Terms of a draft, which may replace another one. A tax service is asked before any lock is taken, so that nobody but this shopper
 * waits for the response. A question that is not answered yet is asked after `mayAsk`.
 *
 * @throws {Refusal} `checkout-stopped`; as `mayAsk`.
 */
export async function termsOfDraft(
  services: Services,
  wanted: DraftRequest,
  lines: readonly PricedLine[],
  replaced: string | undefined,
  now: Date,
  mayAsk: () => Promise<void>,
): Promise<PlaceTerms> {
  const place = { ...placeOf(wanted.customer), isByEmail: areByEmail(lines) };
  const isAsked = services.settings().taxService.by === "stripe" && services.payments.taxService !== undefined;
  if (!isAsked) return termsAt(services, place, null, now);
  const offersOn = offersAt(services.offers(), now);
  const reduction = await discountOf(services, wanted, { lines, offersOn }, replaced, now);
  const bought = reduction === undefined ? null : { lines, reduction, offersOn };
  return termsAt(services, place, bought, now, { for: "order", mayAsk });
}

/** Discount of the request according to the present rules; undefined for a code that is refused, which the draft then reports. */
async function discountOf(
  { db }: Services,
  { discountCode, customer, draftKey }: DraftRequest,
  { lines, offersOn }: { lines: readonly PricedLine[]; offersOn: OffersOn | null },
  replaced: string | undefined,
  now: Date,
): Promise<Discount | null | undefined> {
  if (!discountCode) return null;
  const asked = {
    email: customer.email,
    orderValue: countedValue(lines, offersOn),
    products: lines.map(({ product }) => product),
    own: { draftKey, orderNumber: replaced },
    now,
  };
  return validDiscount(db, discountCode, asked).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}
