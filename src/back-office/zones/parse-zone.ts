import { DeliveryZone } from "~/shop/delivery-zones";
import { type Cents, cents } from "~/shop/money";
import { stateName } from "~/shop/us-states";
import { mostSteps, mostZips } from "~/shop/zone-words";
import { parseAmount } from "../goods/parse-amount";
import { allPlaces, DAYS, FASTER, LABELS, placeField, stepFields } from "./zone-form";

const MOST_DAYS = 120;

type Errors = Record<string, string>;

/** Reads the form of a zone; `others` are the shop's other zones, no place of which it may take. */
export function parseZone(
  typed: Record<string, string>,
  id: string,
  others: readonly DeliveryZone[],
): { zone: DeliveryZone; errors?: undefined } | { errors: Errors } {
  const errors: Errors = {};
  const text = (field: string) => (typed[field] ?? "").trim();
  const places = placesIn(typed, others, errors);
  const delivers = text("delivers") !== "no";
  const prices = pricesIn(typed, { ...places, delivers }, errors);
  const name = text("name");
  if (name === "") errors.name = "Write a name, such as Alaska and Hawaii.";
  const days = delivers ? daysIn(typed, DAYS, errors) : null;
  const faster = delivers ? fasterIn(typed, errors) : null;
  if (Object.keys(errors).length > 0) return { errors };
  const zone = DeliveryZone.safeParse({
    id,
    name,
    ...places,
    delivers,
    words: text("words"),
    ...prices,
    days,
    faster,
  });
  if (zone.success) return { zone: zone.data };
  for (const { path } of zone.error.issues) {
    const [field] = path;
    errors[field === "faster" ? FASTER.name : typeof field === "string" && field in LABELS ? field : "name"] ??=
      "Use plain text on one line, up to 60 characters for a name and 300 for words.";
  }
  return { errors };
}

function placesIn(typed: Record<string, string>, others: readonly DeliveryZone[], errors: Errors) {
  if (typed.kind === "boxes") {
    const other = others.find(({ boxes }) => boxes);
    if (other) errors.kind = `PO boxes are in the zone ${other.name}.`;
    return { boxes: true, states: [], zips: [] };
  }
  const states = allPlaces.filter((code) => typed[placeField(code)] === "yes");
  const zips = [...new Set((typed.zips ?? "").split(/[\s,;]+/).filter(Boolean))];
  const wrong = zips.find((start) => !/^\d{3,5}$/.test(start));
  if (wrong !== undefined) errors.zips = `Write three to five digits of a ZIP: "${wrong.slice(0, 20)}" is none.`;
  else if (zips.length > mostZips) errors.zips = `Write at most ${mostZips} beginnings of ZIPs.`;
  for (const other of others.filter(({ boxes }) => !boxes)) {
    const state = states.find((code) => other.states.includes(code));
    const zip = zips.find((start) => other.zips.includes(start));
    if (state) errors.places ??= `${stateName(state)} is in the zone ${other.name}, too. Take it out of one of them.`;
    if (zip) errors.zips ??= `${zip} is in the zone ${other.name}, too. Take it out of one of them.`;
  }
  if (states.length + zips.length === 0) errors.places = "Tick a place, or write the beginning of a ZIP.";
  return { boxes: false, states, zips };
}

function pricesIn(
  typed: Record<string, string>,
  { boxes, delivers }: { boxes: boolean; delivers: boolean },
  errors: Errors,
) {
  const by = ["value", "weight", "place"].find((way) => way === typed.by) ?? "one";
  const none = { by: by === "place" && !boxes ? "one" : by, price: 0, steps: [], freeFrom: null, isFreeToo: false };
  if (!delivers) return { ...none, by: "one" };
  if (by === "place") {
    if (!boxes) errors.by = "Only PO boxes can cost what their state costs.";
    return none;
  }
  const steps = by === "one" ? [] : stepsIn(typed, by === "weight", errors);
  if (by !== "one" && steps.length === 0 && !("most-0" in errors || "step-0" in errors))
    errors[stepFields(0).most] = "Write at least one step, or choose one price.";
  return {
    by,
    price: amountIn(typed, "price", errors) ?? missing(errors, "price", "Write what delivery costs; 0 if nothing."),
    steps,
    freeFrom: amountIn(typed, "freeFrom", errors),
    isFreeToo: typed.isFreeToo === "yes",
  };
}

function missing(errors: Errors, field: string, words: string): Cents {
  errors[field] ??= words;
  return cents(0);
}

function amountIn(typed: Record<string, string>, field: string, errors: Errors): Cents | null {
  const read = parseAmount(typed[field] ?? "");
  if ("value" in read) return read.value;
  errors[field] = read.error;
  return null;
}

function stepsIn(typed: Record<string, string>, isWeight: boolean, errors: Errors) {
  const steps: { most: number; price: Cents }[] = [];
  for (let index = 0; index < mostSteps; index += 1) {
    const fields = stepFields(index);
    const [mostText, priceText] = [(typed[fields.most] ?? "").trim(), (typed[fields.price] ?? "").trim()];
    if (mostText === "" && priceText === "") continue;
    const most = amountIn({ most: isWeight ? mostText.replace(/lbs?$/i, "").trimEnd() : mostText }, "most", {});
    const price =
      amountIn(typed, fields.price, errors) ?? missing(errors, fields.price, "Write the price of this step.");
    if (most === null || most === 0)
      errors[fields.most] = isWeight ? "Write pounds, such as 2 or 2.5." : "Write an order value, such as 50.";
    else if (steps.some((step) => step.most >= most)) errors[fields.most] = "Write the steps in rising order.";
    else steps.push({ most, price });
  }
  return steps;
}

/** The faster method; none if all of its fields are empty. */
function fasterIn(typed: Record<string, string>, errors: Errors) {
  if (Object.values(FASTER).every((field) => (typed[field] ?? "").trim() === "")) return null;
  const price =
    amountIn(typed, FASTER.price, errors) ?? missing(errors, FASTER.price, "Write what the faster method costs.");
  const days = daysIn(typed, FASTER, errors);
  if (days === null) errors[FASTER.least] = "Write its days: shoppers choose it by them.";
  return { name: (typed[FASTER.name] ?? "").trim() || "Expedited", price, days };
}

function daysIn(typed: Record<string, string>, names: { least: string; most: string }, errors: Errors) {
  const [leastText, mostText] = [(typed[names.least] ?? "").trim(), (typed[names.most] ?? "").trim()];
  if (leastText === "" && mostText === "") return null;
  const [least, most] = [leastText || mostText, mostText || leastText].map(Number);
  const isDays = (days: number | undefined): days is number =>
    days !== undefined && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
  if (!isDays(least)) errors[names.least] = `Write 1 to ${MOST_DAYS} business days.`;
  if (!isDays(most) && mostText !== "") errors[names.most] = `Write 1 to ${MOST_DAYS} business days.`;
  if (isDays(least) && isDays(most) && least > most) errors[names.most] = "The first number is the smaller one.";
  return { least, most };
}
