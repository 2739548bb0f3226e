import type { Services } from "~/services";
import { deliveryAt } from "~/shop/delivery-terms.server";
import { fixedDelivery } from "~/shop/delivery-fee";
import { cents, formatCents } from "~/shop/money";
import { placesOfZip } from "~/shop/places/places.server";
import { priceOf } from "~/shop/price";
import { zipOf } from "~/shop/zip-code";
import { regionOfZip } from "~/shop/zip-regions";
import { parseAmount } from "../goods/parse-amount";

/** Data of the trial of an address: what was typed, and the answer as text. */
export interface ZoneTrial {
  typed: { zip: string; street: string; value: string; weight: string };
  errors: Record<string, string>;
  /** Sentences of the answer; empty until something was asked. */
  says: string[];
  isDelivered: boolean;
}

const GRAMS_OF_A_POUND = 453.592_37;

/** Computes what delivery to a typed address costs now, for one piece of a typed value and weight. Stores nothing. */
export async function trialAt(services: Services, search: URLSearchParams): Promise<ZoneTrial> {
  const text = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 80);
  const typed = { zip: text("zip"), street: text("street"), value: text("value"), weight: text("weight") };
  const empty = { typed, errors: {}, says: [], isDelivered: false };
  if (!search.has("zip")) return empty;
  const zip = zipOf(typed.zip);
  const [value, weight] = [parseAmount(typed.value || "50"), parseAmount(typed.weight.replace(/lbs?$/i, "").trimEnd())];
  const errors = {
    ...(!/^\d{5}$/.test(zip) && { zip: "Write five digits." }),
    ...("error" in value && { value: value.error }),
    ...("error" in weight && { weight: "Write pounds, such as 2 or 2.5." }),
  };
  if (Object.keys(errors).length > 0 || "error" in value || "error" in weight) return { ...empty, errors };
  const found = deliveryAt(services, { zip, street: typed.street });
  const [city] = await placesOfZip(services.db, zip);
  const where = [city && `${city.city},`, city?.state ?? regionOfZip(zip), zip].filter(Boolean).join(" ");
  const piece = {
    quantity: 1,
    price: value.value ?? cents(0),
    kindForTax: null,
    weightGrams: weight.value === null ? null : Math.round((weight.value / 100) * GRAMS_OF_A_POUND),
  };
  const terms = found.isDelivered ? found.terms : fixedDelivery(cents(0));
  const { deliveryFee } = priceOf([piece], null, { ...terms, taxesOf: undefined }).summary;
  const faster = found.isDelivered ? found.faster : null;
  const fast = faster && priceOf([piece], null, { ...faster.terms, taxesOf: undefined }).summary.deliveryFee;
  const zone = found.zone ? `By the zone ${found.zone.name}.` : "In no zone.";
  const says = found.isDelivered
    ? [
        `To ${where}: ${deliveryFee === 0 ? "free" : formatCents(deliveryFee)}.`,
        found.takes ? `${found.takes} on the road.` : "",
        faster && fast !== null ? `${faster.name}: ${formatCents(fast)}, ${faster.takes}.` : "",
        zone,
      ]
    : [`To ${where}: not delivered. The checkout says: "${found.words}"`, zone];
  return { typed, errors: {}, says: says.filter(Boolean), isDelivered: found.isDelivered };
}
