import type { Services } from "~/services";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import type { DeliveryPlace } from "~/shop/delivery-rule";
import type { Cents } from "~/shop/money";
import { type AppliedOffers, offersOf, type OffersOfMoment } from "~/shop/offers/apply-offers";
import { hintsIn } from "~/shop/offers/offer-hints";
import { areByEmail, countedValue, giftCardValue, type OrderSummary, type Price, priceOf } from "~/shop/price";
import { isInOtherState } from "~/shop/customer-schemas";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { taxStateOfZip } from "~/shop/places/places.server";
import { deliveryAt } from "~/shop/delivery-terms.server";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { isBesideStates, regionOfZip } from "~/shop/zip-regions";
import { type PaidByCards, partsNow } from "../gift-cards/cards-of-draft.server";
import { atFieldsOf } from "../drafting/named-fields";
import { type PricedLine, pricedLines } from "../drafting/priced-lines.server";
import { termsAt } from "../drafting/terms-at.server";
import type { QuoteRequest } from "../order-request.wire";
import { withoutLeftOut } from "./offers-of-bag.server";

/** Lines of an order at the catalog's prices, and its sums in cents. */
export interface OrderQuote {
  /** Without presents that no offer gives here. */
  lines: PricedLine[];
  summary: OrderSummary;
  /** Amounts that offers take off, which is in the summary; null if none runs. */
  offers: QuotedOffers | null;
  /** Parts that gift cards would pay; null without any. */
  byCards: PaidByCards | null;
  /** Time on the road; null for that of the shop's texts. */
  takes: string | null;
  faster: OfferedMethod | null;
}

/** Offers on an order. */
interface QuotedOffers extends Pick<AppliedOffers, "given" | "isWithoutCodes"> {
  missing: string[];
  /** Whether the code is left out, because it does not go with the offers and gives no more. */
  isCodeLeftOut: boolean;
}

/** Faster method that may be chosen, with the fees of both in cents. */
export interface OfferedMethod {
  name: string;
  takes: string;
  fee: Cents;
  usualFee: Cents;
}

/**
 * Quotes an order at its address, with tax and fees, as `draftOrder` would compute it now. Reserves and writes nothing. `network`
 * is the shopper's, as `addressPrefix` returns it: its questions to a tax service are counted. Beyond them, and until a draft has
 * asked about the whole address, the tax may differ from the order's.
 *
 * @throws {Refusal} `product-unknown`, `combination-unavailable`; as `validDiscount` for a code; as `partsNow` for gift cards; `input-invalid` for a state that
 * is not that of the ZIP code; `not-delivered-here`; `checkout-stopped`.
 */
export async function quoteOrder(
  services: Pick<Services, "db" | "settings" | "taxes" | "unreadable" | "payments" | "mode" | "sealer" | "offers">,
  request: QuoteRequest,
  now: Date,
  network?: string,
): Promise<OrderQuote> {
  const { db, offers } = services;
  const {
    items,
    discountCode,
    giftCards: codes = [],
    paymentMethod,
    email,
    address,
    draftKey,
    fasterDelivery,
  } = request;
  const { postalCode, state, street = "", city = "" } = address;
  if (state) await refuseOtherState(services, postalCode, state);
  const today = dayIn(now, services.settings().timeZone);
  const lines = await pricedLines(db, items, { email: email ?? "", name: "", today });
  const products = lines.map(({ product }) => product);
  const ofMoment = offersOf(offers(), now);
  const offersOn = ofMoment?.on ?? null;
  const discount = discountCode
    ? await validDiscount(db, discountCode, {
        email,
        orderValue: countedValue(lines, offersOn),
        products,
        own: { draftKey },
        now,
      })
    : null;
  const place = { zip: postalCode, street, city, isFaster: fasterDelivery, isByEmail: areByEmail(lines) };
  const terms = await atFieldsOf(
    { postalCode: "address.postalCode", address: "address.street" },
    termsAt(services, place, { lines, reduction: discount, offersOn }, now, { for: "quote", network }),
  );
  const price = priceOf(lines, discount, terms);
  const kept = withoutLeftOut(items, price);
  // A code that gives more at this address takes presents out again, as the end of their offer does.
  if (kept.length < items.length) return quoteOrder(services, { ...request, items: kept }, now, network);
  const { summary } = price;
  const asked = {
    total: summary.total,
    notByCards: giftCardValue(lines),
    method: paymentMethod ?? "Credit Card",
    codes,
    draftKey,
  };
  const byCards = codes.length > 0 ? await partsNow(services, asked) : null;
  const offered = place.isByEmail
    ? { takes: null, faster: null }
    : offeredAt(services, place, (of) => priceOf(lines, discount, { ...of, offersOn, taxesOf: undefined }));
  return { lines, summary, offers: ofMoment && quotedOffers(ofMoment, lines, price), byCards, ...offered };
}

/** Amounts that offers take off lines in a price, and what is missing. */
function quotedOffers(
  { running, applied: appliedTo }: OffersOfMoment,
  lines: readonly PricedLine[],
  price: Price<unknown>,
): QuotedOffers {
  const applied = appliedTo(lines);
  const { offers: given = [], isCodeLeftOut = false } = price;
  const isWithoutCodes = given.length > 0 && applied.isWithoutCodes;
  return { given, isWithoutCodes, isCodeLeftOut, missing: hintsIn(running, lines, applied) };
}

/** Time on the road to a place by the wanted method, and the faster method that may be chosen there; null without one. */
export function offeredAt(
  services: Pick<Services, "settings">,
  place: DeliveryPlace,
  price: (terms: DeliveryTerms) => Price<null>,
): Pick<OrderQuote, "takes" | "faster"> {
  const usual = deliveryAt(services, { ...place, isFaster: false });
  if (!usual.isDelivered) return { takes: null, faster: null };
  const { faster } = usual;
  if (!faster) return { takes: usual.takes, faster };
  const { name, takes, terms } = faster;
  const feeBy = (of: DeliveryTerms) => price(of).summary.deliveryFee;
  return {
    takes: place.isFaster ? takes : usual.takes,
    faster: { name, takes, fee: feeBy(terms), usualFee: feeBy(usual.terms) },
  };
}

async function refuseOtherState({ db }: Pick<Services, "db">, zip: string, state: string): Promise<void> {
  const own = isBesideStates(zip) ? regionOfZip(zip) : await taxStateOfZip(db, zip);
  if (own !== null && own !== state)
    throw new Refusal("input-invalid", { fields: { "address.state": isInOtherState(zip, own) } });
}
