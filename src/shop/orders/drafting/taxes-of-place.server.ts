import type { Services } from "~/services";
import { taxStateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { NO_TAX, quoteTax, type TaxGoods, type TaxQuote } from "~/shop/tax/quote-tax";

/**
 * Function that quotes the tax of goods that are delivered to a ZIP on the shop's day of `now`. Asks the database only where a state is ticked.
 *
 * @throws {Refusal} `checkout-stopped` while rates, rules or the delivery fee cannot be read.
 */
export async function taxesOfPlace(
  { db, settings, taxes, unreadable }: Pick<Services, "db" | "settings" | "taxes" | "unreadable">,
  zip: string,
  now: Date,
): Promise<(goods: TaxGoods) => TaxQuote> {
  if (unreadable().length > 0) throw new Refusal("checkout-stopped");
  const table = taxes();
  if (!table) return () => NO_TAX;
  const state = await taxStateOfZip(db, zip);
  const day = dayIn(now, settings().timeZone);
  return (goods) => quoteTax(table, goods, { state, zip }, day);
}
