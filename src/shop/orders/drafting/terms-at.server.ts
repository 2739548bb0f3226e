import { isDeepStrictEqual } from "node:util";
import type { Services } from "~/services";
import type { LineKind } from "~/shop/catalog/product-kind";
import type { DeliveryPlace } from "~/shop/delivery-rule";
import { deliveryAt, deliveryTermsAt } from "~/shop/delivery-terms.server";
import { type Cents, cents } from "~/shop/money";
import { offersAt } from "~/shop/offers/apply-offers";
import { taxStateOfZip } from "~/shop/places/places.server";
import {
  type OfferedLine,
  type OffersOn,
  type Price,
  priceOf,
  type Reduction,
  type TaxableLine,
  taxableGoods,
  type Terms,
} from "~/shop/price";
import { type DeliveryTerms, fixedDelivery } from "~/shop/delivery-fee";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { quoteTax, type TaxGoods, type TaxQuote } from "~/shop/tax/quote-tax";
import { type Asking, BOUNDED, serviceQuote } from "~/shop/tax/tax-answers.server";
import type { Destination } from "~/shop/tax/tax-service";
import type { TaxTable } from "~/shop/tax/tax-table";
import type { TaxPlace } from "~/shop/tax/zip-rates";
import type { Customer } from "../order";

/** Place of delivery, with the chosen method; street and city may be empty strings. */
export type Place = Omit<Destination, "state"> &
  Pick<DeliveryPlace, "isFaster"> & {
    /** True if nothing is carried there: the order has gift cards only. */
    isByEmail?: boolean;
  };

export const placeOf = ({
  address: street,
  city,
  postalCode: zip,
  fasterDelivery,
  deliveryMethod,
}: PlacedCustomer): Place => ({ street, city, zip, isFaster: fasterDelivery ?? typeof deliveryMethod === "string" });

/** Address with the wish for the faster method, or of an order with the method that it was charged. */
type PlacedCustomer = Pick<Customer, "address" | "city" | "postalCode" | "fasterDelivery"> & {
  deliveryMethod?: string | null;
};

/** Terms at a place, under which `priceOf` gives the sum of an order and its taxes. */
export type PlaceTerms = Terms<LineKind, TaxQuote>;

/** Sum of an order at a place, and the name of its zone of delivery; empty for a place in no zone. */
export interface OrderPrice extends Price<TaxQuote> {
  zone: string;
}

/** The sum of an order at a place whose terms these are. */
export const orderPriceOf = (
  lines: readonly TaxableLine<LineKind>[],
  reduction: Reduction | null,
  terms: PlaceTerms,
): OrderPrice => ({ ...priceOf(lines, reduction, terms), zone: terms.zoneName ?? "" });

/** Goods and the reduction for which terms are wanted. */
export interface Bought {
  lines: readonly (TaxableLine<LineKind> & OfferedLine)[];
  reduction: Reduction | null;
  /** True if a member gives away the delivery fee. */
  isDeliveredFree?: boolean;
  /** Offers of the moment, if they were asked about these lines before. */
  offersOn?: OffersOn | null;
}

/**
 * Terms of an order that is delivered to a place, on the shop's day of `now`, with the offers of that moment. If the tax service is on, it is asked here about
 * `bought`. For other goods, for null, and if the service fails, the shop's own rates are used and the quote is marked;
 * if a quote may not ask any more, it is an estimate.
 *
 * @throws {Refusal} `checkout-stopped` while rates, rules or the delivery fee cannot be read; as `deliveryTermsAt` for a place to
 * which nothing is delivered; as `mayAsk` of an order.
 */
export async function termsAt(
  services: TermServices & Pick<Services, "offers">,
  place: Place,
  bought: Bought | null,
  now: Date,
  asking: Asking = { for: "order" },
): Promise<PlaceTerms> {
  requireReadable(services);
  const delivery = place.isByEmail ? fixedDelivery(cents(0)) : deliveryTermsAt(services, place);
  const { method, zoneName } = delivery;
  const given = bought?.isDeliveredFree ? { ...fixedDelivery(cents(0)), method, zoneName } : delivery;
  const offersOn = bought?.offersOn ?? offersAt(services.offers(), now);
  return termsWith(services, place, { ...given, offersOn }, bought, now, asking);
}

/**
 * Terms for goods that are added to an order which stands, on the shop's day of `now`, with the delivery of `deliveryOfStanding` and
 * without offers.
 *
 * @throws {Refusal} `checkout-stopped` while rates, rules or the delivery fee cannot be read.
 */
export async function termsOfStanding(
  services: TermServices,
  order: PlacedCustomer & { deliveryFee: Cents },
  now: Date,
): Promise<PlaceTerms> {
  requireReadable(services);
  const place = placeOf(order);
  return termsWith(services, place, { ...deliveryOfStanding(services, order), offersOn: null }, null, now);
}

/** Terms of delivery of an order that stands; what it was charged where its place or its method is not delivered any more. */
export function deliveryOfStanding(
  services: Pick<Services, "settings">,
  order: PlacedCustomer & { deliveryFee: Cents },
): DeliveryTerms {
  const place = placeOf(order);
  const found = deliveryAt(services, place);
  const isKept = found.isDelivered && (!place.isFaster || found.faster !== null);
  return isKept ? found.terms : fixedDelivery(order.deliveryFee);
}

type TermServices = Pick<Services, "db" | "settings" | "taxes" | "unreadable" | "payments">;

/** Terms of delivery with the offers of the moment. */
type OwnTerms = DeliveryTerms & { offersOn: OffersOn | null };

function requireReadable({ unreadable }: Pick<Services, "unreadable">): void {
  if (unreadable().length > 0) throw new Refusal("checkout-stopped");
}

async function termsWith(
  services: TermServices,
  place: Place,
  delivery: OwnTerms,
  bought: Bought | null,
  now: Date,
  asking: Asking = { for: "order" },
): Promise<PlaceTerms> {
  const { db, settings, taxes, payments } = services;
  const table = taxes();
  const day = dayIn(now, settings().timeZone);
  const state = table ? await taxStateOfZip(db, place.zip) : null;
  const own = ownTermsWith(delivery, table, { zip: place.zip, state }, day);
  const ticked = state === null ? undefined : table?.states[state];
  const { by, codes } = settings().taxService;
  if (by !== "stripe" || !payments.taxService || !ticked) return own;

  const goods = bought && taxableGoods(bought.lines, bought.reduction, own);
  const { street, city, zip } = place;
  const to = { street, city, zip, state: ticked.state };
  const answered =
    goods &&
    (await serviceQuote({ db, service: payments.taxService }, { goods, codes, to, state: ticked, day, now }, asking));
  if (answered === BOUNDED)
    return { ...own, taxesOf: (asked) => ({ ...marked(own.taxesOf(asked)), isEstimate: true }) };
  const taxesOf = (asked: TaxGoods) =>
    answered && isDeepStrictEqual(asked, goods) ? answered : marked(own.taxesOf(asked));
  return { ...own, taxesOf };
}

/** Terms by the rates of a table with these of delivery, on a day of the shop such as 2026-08-01. */
export const ownTermsWith = (delivery: OwnTerms, table: TaxTable | null, place: TaxPlace, day: string): PlaceTerms => ({
  ...delivery,
  taxesOf: (goods) => quoteTax(table, goods, place, day),
});

/** Marks a quote by the shop's own rates instead of the service's; the mark of a missing rate has precedence. */
const marked = (quote: TaxQuote): TaxQuote => ({ ...quote, mark: quote.mark ?? "own-rates" });
