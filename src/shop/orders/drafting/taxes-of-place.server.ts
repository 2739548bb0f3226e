import { isDeepStrictEqual } from "node:util";
import type { Services } from "~/services";
import { taxStateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { NO_TAX, quoteTax, type TaxGoods, type TaxQuote } from "~/shop/tax/quote-tax";
import type { Destination } from "~/shop/tax/tax-service";
import { serviceQuote } from "~/shop/tax/tax-answers.server";
import type { Customer } from "../order";

/** Place of delivery; street and city may be empty strings. */
export type Place = Omit<Destination, "state">;

export const placeOf = ({ address: street, city, postalCode: zip }: Customer): Place => ({ street, city, zip });

/**
 * Returns a function that quotes the tax of goods delivered to a place on the shop's day of `now`. If the tax service is on, it
 * is asked here about `goods`. For other goods, and if the service fails, the shop's own rates are used and the quote is marked.
 *
 * @throws {Refusal} `checkout-stopped` while rates, rules or the delivery fee cannot be read.
 */
export async function taxesOfPlace(
  services: Pick<Services, "db" | "settings" | "taxes" | "unreadable" | "payments">,
  place: Place,
  goods: TaxGoods | null,
  now: Date,
): Promise<(goods: TaxGoods) => TaxQuote> {
  const { db, settings, taxes, unreadable, payments } = services;
  if (unreadable().length > 0) throw new Refusal("checkout-stopped");
  const table = taxes();
  if (!table) return () => NO_TAX;
  const state = await taxStateOfZip(db, place.zip);
  const day = dayIn(now, settings().timeZone);
  const own = (asked: TaxGoods) => quoteTax(table, asked, { state, zip: place.zip }, day);
  const ticked = state === null ? undefined : table.states[state];
  const { by, codes } = settings().taxService;
  if (by !== "stripe" || !payments.taxService || !ticked) return own;

  const to = { ...place, state: ticked.state };
  const answered =
    goods && (await serviceQuote({ db, service: payments.taxService }, { goods, codes, to, state: ticked, day, now }));
  return (asked) => (answered && isDeepStrictEqual(asked, goods) ? answered : marked(own(asked)));
}

/** Marks a quote by the shop's own rates instead of the service's; the mark of a missing rate has precedence. */
const marked = (quote: TaxQuote): TaxQuote => ({ ...quote, mark: quote.mark ?? "own-rates" });
