import type { Services } from "~/services";
import { pricedGoods } from "~/shop/catalog/editing/priced-goods.server";
import { goodsByName } from "~/shop/catalog/naming/goods-by-name.server";
import type { Member } from "~/shop/members/member";
import { cents, formatCents } from "~/shop/money";
import { placesLike, placesOfZip, taxStateOfZip } from "~/shop/places/places.server";
import { deliveryTermsAt } from "~/shop/delivery-terms.server";
import { priceOf, type Reduction, type TaxableLine, taxesIn } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import { wholeDate } from "~/shop/shop-time";
import { stateName } from "~/shop/us-states";
import { quoteTax, type TaxedPart, type TaxGoods } from "~/shop/tax/quote-tax";
import { rateWords } from "~/shop/tax/rate-text";
import { rulesOf } from "~/shop/tax/state-values";
import { openState } from "~/shop/tax/states.server";
import type { StoredState } from "~/shop/tax/stored-states.server";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxTable } from "~/shop/tax/tax-table";
import { parseAmount } from "../goods/parse-amount";
import { kindNames } from "./tax-words";
import { todayOf } from "./tax-screen.server";

/** Maximum number of lines in the calculator, and of pieces in one line. */
const MOST = { lines: 12, pieces: 99 };

/** Line of goods in the calculator, as typed in its fields. */
export interface TrialLine {
  name: string;
  kind: string;
  price: string;
  quantity: string;
}

/** One row of the result: name of the line, computation as text, and tax. */
interface TrialRow {
  name: string;
  words: string;
  amount: string;
}

/** Data of the calculator: typed values, and the steps of the computation as text. */
export interface TrialView {
  lines: TrialLine[];
  add: string;
  discount: string;
  to: string;
  errors: Record<string, string>;
  result: {
    rows: TrialRow[];
    value: string;
    discount: string;
    delivery: string;
    added: string;
    total: string;
    says: string;
  } | null;
}

/**
 * Computes the tax of typed goods at a typed address by the stored rates and rules; without an address there is no result. Stores
 * nothing. `state` is that of the page on which the calculator is shown.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function trialIn(
  services: Services,
  member: Member,
  { search, now, state }: { search: URLSearchParams; now: Date; state?: string },
): Promise<TrialView> {
  const errors: Record<string, string> = {};
  const text = (name: string) => plain(search.get(name) ?? "", 80);
  const [add, to, discount] = [text("add"), text("to"), text("discount")];
  const lines = linesIn(search);
  const added = add === "" ? null : await addedLine(services, member, add);
  if (added && "error" in added) errors.add = added.error;
  else if (added && lines.length < MOST.lines) lines.push(added);
  const view = {
    lines,
    add: errors.add ? add : "",
    discount,
    to: to || (await exampleOf(services, state)),
    errors,
    result: null,
  };
  if (!search.has("to")) return view;
  const bought = goodsOf(view, errors);
  const place = to === "" ? null : await placeOf(services, to);
  if (!place) errors.to = "Write a city with its state, or a ZIP.";
  if (!bought || !place || Object.keys(errors).length > 0) return view;
  const open = await openState(services, member, place.state);
  if (!open) return { ...view, errors: { to: `${place.label} lies in no state that taxes sales.` } };
  const delivery = deliveryTermsAt(services, { zip: place.zip, street: "" });
  return { ...view, result: resultOf({ bought, delivery, lines, place, open, day: todayOf(services, now) }) };
}

const plain = (text: string, most: number): string => text.replaceAll("\0", "").trim().slice(0, most);

/** Lines from the address, where each field is a repeated parameter; a line without a quantity is ignored. */
function linesIn(search: URLSearchParams): TrialLine[] {
  const all = (name: string) => search.getAll(name).slice(0, MOST.lines + 1);
  const [names, kinds, prices, quantities] = [all("name"), all("kind"), all("price"), all("quantity")];
  return prices
    .map((price, place) => ({
      name: plain(names[place] ?? "", 120),
      kind: TAX_KINDS.find((kind) => kind === kinds[place]) ?? "clothing",
      price: plain(price, 20),
      quantity: plain(quantities[place] ?? "1", 4),
    }))
    .filter(({ price, quantity }) => price !== "" && quantity !== "" && quantity !== "0")
    .slice(0, MOST.lines);
}

/** Line for the product with a typed name or SKU, or an error. */
async function addedLine(services: Services, member: Member, text: string): Promise<TrialLine | { error: string }> {
  const { ids, wrong } = await goodsByName(services.db, [text]);
  const [id] = ids;
  if (id === undefined) return { error: wrong[0]?.error ?? "Nothing is called so." };
  const found = await pricedGoods(services, member, id);
  if (!found?.kindForTax) return { error: "It has no tax kind yet: choose one on its page." };
  return { name: found.name, kind: found.kindForTax, price: (found.price / 100).toFixed(2), quantity: "1" };
}

/** City and ZIP in the page's state, used as the example in the address field. */
async function exampleOf({ db }: Services, state: string | undefined): Promise<string> {
  if (state === undefined) return "";
  const [place] = await placesLike(db, `${stateName(state)}, ${state}`);
  return place && place.state === state ? `${place.city}, ${place.state} ${place.zip}` : "";
}

interface Place {
  label: string;
  state: string;
  zip: string;
}

async function placeOf({ db }: Services, text: string): Promise<Place | null> {
  const zip = /\b\d{5}\b/.exec(text)?.[0] ?? (await placesLike(db, text))[0]?.zip;
  if (zip === undefined) return null;
  const [state, [city]] = await Promise.all([taxStateOfZip(db, zip), placesOfZip(db, zip)]);
  return state === null ? null : { label: city ? `${city.city}, ${state} ${zip}` : `${state} ${zip}`, state, zip };
}

/** Typed lines and the typed discount; null if some are wrong. */
function goodsOf({ lines, discount }: TrialView, errors: Record<string, string>): TrialGoods | null {
  if (lines.length === 0) errors.add ??= "Add a product, or type a price and its kind.";
  const priced = lines.map(({ price, quantity, kind }, place) => {
    const read = parseAmount(price);
    const pieces = /^\d{1,2}$/.test(quantity) ? Number(quantity) : 0;
    if ("error" in read) errors[`price-${place}`] = read.error;
    if (pieces < 1) errors[`quantity-${place}`] = `Write 1 to ${MOST.pieces}.`;
    return {
      kindForTax: kind as TaxKind,
      weightGrams: null,
      price: ("value" in read && read.value) || cents(0),
      quantity: pieces,
    };
  });
  const off = parseAmount(discount);
  if ("error" in off) errors.discount = off.error;
  if (Object.keys(errors).length > 0) return null;
  return { lines: priced, reduction: { kind: "amount", amount: ("value" in off && off.value) || cents(0) } };
}

interface TrialGoods {
  lines: TaxableLine<TaxKind>[];
  reduction: Reduction;
}

interface Work {
  bought: TrialGoods;
  delivery: DeliveryTerms;
  lines: TrialLine[];
  place: Place;
  open: StoredState;
  day: string;
}

function resultOf({ bought, delivery, lines, place, open, day }: Work): NonNullable<TrialView["result"]> {
  const taxesOf = (goods: TaxGoods) => quoteTax(tableOf(open), goods, place, day);
  const { summary, taxes: quote } = priceOf(bought.lines, bought.reduction, { ...delivery, offersOn: null, taxesOf });
  const { orderValue, discount, deliveryFee, total } = summary;
  const name = stateName(open.state);
  const isTicked = open.values.registered;
  const rows = [
    ...quote.lines.map((part, at) => ({
      name: lines[at]?.name || "Typed goods",
      words: `${kindNames[bought.lines[at]?.kindForTax ?? "clothing"]}, ${partWords(part)}`,
      amount: formatCents(part.tax),
    })),
    ...(quote.delivery
      ? [
          {
            name: "Delivery",
            words: deliveryFee === 0 ? "Free, so nothing is taxed" : sentenceCase(partWords(quote.delivery)),
            amount: formatCents(quote.deliveryTax),
          },
        ]
      : []),
    ...quote.fees.map(({ amount, ...fee }) => ({
      name: fee.name,
      words: `A fee of ${formatCents(amount)}, ${partWords(fee)}`,
      amount: formatCents(cents(amount + fee.tax)),
    })),
  ];
  const whose = quote.source ? `By your rates: ${withDays(quote.source)}.` : "By your rates.";
  const says = [
    !isTicked &&
      `You do not collect in ${name}: an order there has no tax line. With what you wrote down it would be this.`,
    quote.mark === "no-rate"
      ? `No rate of yours holds for ${place.label}: the order goes through without tax, marked, and Today says so.`
      : `${whose} Counted for ${quote.place || place.label}, as on ${wholeDate(day, "UTC")}. Whether they are right, ask your state or an adviser.`,
  ]
    .filter(Boolean)
    .join(" ");
  return {
    rows,
    value: formatCents(orderValue),
    discount: discount > 0 ? formatCents(discount) : "",
    delivery: formatCents(deliveryFee),
    added: formatCents(taxesIn(summary)),
    total: formatCents(total),
    says,
  };
}

/** Replaces days such as 2026-07-01 in a text by their written form. */
const withDays = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d/g, (day) => wholeDate(day, "UTC"));

/** Tax table with only this state, marked as collecting. */
const tableOf = ({ state, values }: StoredState): TaxTable => ({
  states: {
    [state]: {
      state,
      stateRate: values.stateRate,
      localRate: values.localRate,
      delivery: values.delivery,
      source: values.source,
      day: values.day ?? "",
      ranges: values.ranges,
      rules: rulesOf(values),
      fees: values.fees,
    },
  },
});

/** Describes how a part of a line is taxed: its rule, then for example "4.00% state and 2.50% local of $34.00", or "no tax". */
function partWords({ rule, stateBase, localBase, stateRate, localRate }: TaxedPart): string {
  if (stateBase === 0 && localBase === 0) return `${rule}: no tax`;
  const parts =
    stateBase === localBase
      ? `${rateWords(stateRate)} state${localRate > 0 ? ` and ${rateWords(localRate)} local` : ""} of ${formatCents(stateBase)}`
      : [
          stateBase > 0 ? `${rateWords(stateRate)} state of ${formatCents(stateBase)}` : "the state's part falls away",
          localBase > 0 && localRate > 0 && `${rateWords(localRate)} local of ${formatCents(localBase)}`,
        ]
          .filter(Boolean)
          .join(", ");
  return `${rule}: ${parts}`;
}

const sentenceCase = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
