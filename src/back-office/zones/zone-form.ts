import { byName } from "~/platform/by-name";
import type { DeliveryAmount, DeliveryZone } from "~/shop/delivery-zones";
import { cents } from "~/shop/money";
import { regionNames, stateName, stateNames } from "~/shop/us-states";
import { formatAmount } from "../goods/parse-amount";

/** Codes of all states and places beside them, in the order of the form. */
export const allPlaces: readonly string[] = [...Object.keys(stateNames), ...Object.keys(regionNames)];

/** Names of the fields of a place, and of a step of the price. */
export const placeField = (code: string): string => `place-${code}`;
export const stepFields = (index: number) => ({ most: `most-${index}`, price: `step-${index}` });

/** Field names of the days on the road. */
export const DAYS = { least: "daysLeast", most: "daysMost" } as const;

/** Field names of the faster method. */
export const FASTER = { name: "fasterName", price: "fasterPrice", least: "fasterLeast", most: "fasterMost" } as const;

const inDollars = (amount: DeliveryAmount | null): string => formatAmount(amount === null ? null : cents(amount));

/** Values of the fields of a zone's form. */
export function fieldsOfZone(
  zone: Omit<DeliveryZone, "price"> & { price: DeliveryAmount | null },
): Record<string, string> {
  const { name, boxes, states, zips, delivers, words, by, price, steps, freeFrom, isFreeToo, days, faster } = zone;
  const stepEntries = steps.flatMap((step, index) => {
    const { most, price: at } = stepFields(index);
    return [
      [most, by === "weight" ? String(step.most / 100) : inDollars(cents(step.most) as number as DeliveryAmount)],
      [at, inDollars(step.price)],
    ];
  });
  return {
    name,
    kind: boxes ? "boxes" : "places",
    ...Object.fromEntries(states.map((code) => [placeField(code), "yes"])),
    zips: zips.join(", "),
    delivers: delivers ? "yes" : "no",
    words,
    by,
    price: inDollars(price),
    ...Object.fromEntries(stepEntries),
    freeFrom: inDollars(freeFrom),
    isFreeToo: isFreeToo ? "yes" : "",
    [DAYS.least]: days ? String(days.least) : "",
    [DAYS.most]: days ? String(days.most) : "",
    [FASTER.name]: faster?.name ?? "",
    [FASTER.price]: inDollars(faster?.price ?? null),
    [FASTER.least]: faster ? String(faster.days.least) : "",
    [FASTER.most]: faster ? String(faster.days.most) : "",
  };
}

/** Label of a field in the list of errors. */
export function zoneLabel(field: string): string {
  const [kind = "", index = ""] = field.split("-");
  if (kind === "place") return stateName(index);
  if (kind === "most" || kind === "step") return `Step ${Number(index) + 1}`;
  return LABELS[kind] ?? "Zone";
}

export const LABELS = byName<string>({
  name: "Name",
  kind: "What it is",
  places: "Where it is",
  zips: "ZIPs",
  words: "What the checkout says",
  by: "What the price depends on",
  price: "Price",
  freeFrom: "Free from",
  daysLeast: "Days on the road",
  daysMost: "Days on the road",
  fasterName: "Name of the faster method",
  fasterPrice: "Price of the faster method",
  fasterLeast: "Days of the faster method",
  fasterMost: "Days of the faster method",
});
