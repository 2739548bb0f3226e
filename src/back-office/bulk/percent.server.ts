import { createHash } from "node:crypto";
import type { Services } from "~/services";
import { type CategoryChoice, categoryChoices } from "~/shop/catalog/editing/category-options.server";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRows, regularOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { reckoned } from "~/shop/catalog/price-plans/percent";
import { planPrices } from "~/shop/catalog/price-plans/price-plans.server";
import type { PlannedPair } from "~/shop/catalog/price-plans/price-plans.tables";
import { isSaleAbovePrice, MOST_PRICE, priceOf } from "~/shop/catalog/pricing/pricing";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { pairName } from "~/shop/catalog/stock/pair-name";
import type { Member } from "~/shop/members/member";
import { type Cents, formatCents } from "~/shop/money";
import { parseMoment } from "~/shop/wall-clock";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { counted, listed } from "../count-texts";
import { fieldOf, type PercentWish } from "./percent-wish";

/** How many pairs one change by percent may be about. */
const MOST_PAIRS = 2_000;
/** How many of them a preview shows. */
const SHOWN = 200;

interface Reckoned extends PlannedPair {
  row: BulkRow;
  /** The price that changes, as it is now. */
  old: Cents;
  /** What a shopper pays now, and would pay. */
  pays: { now: Cents; later: Cents };
}

/** What each pair of a filter would cost, those that stay as they are apart; one without a price is left out. */
async function reckonedPairs(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const rows = await bulkRows(services, member, { ...view, after: null }, MOST_PAIRS + 1);
  const all = rows.slice(0, MOST_PAIRS).flatMap((row) => reckonedPair(row, wish) ?? []);
  const stays = (pair: Reckoned) => wish.leavesCheaper && wish.change !== "raise" && isWorse(pair, wish);
  return {
    pairs: all.filter((pair) => !stays(pair)),
    left: all.filter(stays),
    tooDear: all.filter(({ newPrice }) => newPrice > MOST_PRICE).length,
    isMore: rows.length > MOST_PAIRS,
  };
}

function reckonedPair(row: BulkRow, wish: PercentWish): Reckoned | null {
  const regular = regularOf(row);
  if (regular === null) return null;
  const field = fieldOf(wish);
  const newPrice = reckoned(regular, wish.change === "raise" ? -wish.percent : wish.percent, wish.rounding);
  const now = priceOf(...pricesOf(row));
  const later = priceOf(...pricesOf({ ...row, [field]: newPrice }));
  const old = field === "salePrice" ? now : regular;
  return { row, variantId: row.variantId, oldPrice: row[field], newPrice, old, pays: { now, later } };
}

const pricesOf = (row: BulkRow) =>
  [
    { price: row.productPrice, salePrice: row.productSalePrice },
    { price: row.price, salePrice: row.salePrice },
  ] as const;

const isDearer = ({ pays }: Reckoned): boolean => pays.later > pays.now;

/** Whether the price would come to lie below the sale price that shoppers pay. */
const isBelowSale = ({ row, newPrice }: Reckoned, { change }: PercentWish): boolean =>
  change !== "sale" && isSaleAbovePrice(...pricesOf({ ...row, price: newPrice }));

/** What nobody wants who takes something off: dearer for shoppers than today, or a sale price above the price. */
const isWorse = (pair: Reckoned, wish: PercentWish): boolean => isDearer(pair) || isBelowSale(pair, wish);

/** What tells one reckoning from another. */
const digestOf = (pairs: PlannedPair[]): string =>
  createHash("sha256")
    .update(JSON.stringify(pairs.map(({ variantId, oldPrice, newPrice }) => [variantId, oldPrice, newPrice])))
    .digest("hex");

/**
 * What a change by percent would do: old and new price of each pair, first those that become dearer.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function percentPreview(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const { pairs, left, tooDear, isMore } = await reckonedPairs(services, member, view, wish);
  const [worse, others] = [pairs.filter((pair) => isWorse(pair, wish)), pairs.filter((pair) => !isWorse(pair, wish))];
  return {
    count: pairs.length,
    isMore,
    tooDear,
    dearer: pairs.filter(isDearer).length,
    belowSale: pairs.filter((pair) => isBelowSale(pair, wish)).length,
    left: left.length,
    digest: digestOf(pairs),
    lines: [...worse, ...others, ...left].slice(0, SHOWN).map((pair) => ({
      id: pair.variantId,
      name: pairName(pair.row.name, pair.row.size, pair.row.color),
      old: formatCents(pair.old),
      new: formatCents(pair.newPrice),
      mark: left.includes(pair) ? "stays" : isDearer(pair) ? "dearer" : null,
      pays: formatCents(pair.pays.later),
      belowSale: isBelowSale(pair, wish),
    })),
  };
}

/** Plans the prices that the preview showed. */
export async function applyPercent(
  { services, member, submission, typed }: SentForm,
  view: LevelFilter,
  wish: PercentWish,
): Promise<FormOutcome> {
  const zone = services.settings().timeZone;
  const startsAt = typed.when === "later" ? parseMoment(typed.startsAt, zone) : null;
  const endsAt = parseMoment(typed.endsAt, zone);
  const errors: Record<string, string> = {};
  if (startsAt === undefined || (typed.when === "later" && startsAt === null))
    errors.startsAt = "Write the day and the time at which it begins.";
  // A day that somebody wrote down is meant: prices do not change at once beside it.
  else if (typed.when !== "later" && typed.startsAt)
    errors.startsAt = 'Choose "From a time on" for that, or empty it to begin now.';
  if (endsAt === undefined) errors.endsAt = "Write a day and a time, or leave it empty.";
  else if (endsAt && endsAt <= (startsAt ?? new Date())) errors.endsAt = "It has to end after it begins.";
  if (Object.keys(errors).length > 0) return { errors };
  const { pairs, tooDear } = await reckonedPairs(services, member, view, wish);
  if (tooDear > 0) return { late: tooDearWords(tooDear) };
  if (digestOf(pairs) !== typed.digest)
    return { late: "Prices have changed since this preview. Look at it again, then apply it." };

  const result = await planPrices(services, member, {
    submission,
    name: planName(wish, view, await categoryChoices(services, member)),
    field: fieldOf(wish),
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    pairs: pairs.map(({ variantId, oldPrice, newPrice }) => ({ variantId, oldPrice, newPrice })),
  });
  if (result.saved) return { to: `/goods/bulk/plans/${result.plan}`, act: result.act };
  const words = `${counted(result.taken, "of these variants is", "of these variants are")} in another planned change that is not over. Take that back first.`;
  return { message: words, status: 409 };
}

/** Why nothing is changed where a price would pass the bound. */
export const tooDearWords = (count: number): string =>
  `${counted(count, "variant")} would cost more than ${formatCents(MOST_PRICE)}, the most that a price can be. Write a smaller number, or choose fewer goods.`;

/** What a plan is called in lists and in the log: how much, and of which goods. */
function planName({ change, percent }: PercentWish, view: LevelFilter, categories: CategoryChoice[]): string {
  const how = { sale: `${percent}% off`, lower: `Price lowered by ${percent}%`, raise: `Price raised by ${percent}%` };
  return `${how[change]}: ${scopeWords(view, categories)}`;
}

/** How many categories are named. */
const NAMED = 4;

/** Which goods a filter chooses. */
export function scopeWords(
  { categories: chosen, text, show, shelf }: LevelFilter,
  categories: CategoryChoice[],
): string {
  const names = chosen.map(
    (id) => categories.find((category) => category.id === id)?.name ?? "a category that is gone",
  );
  const parts = [
    names.length > NAMED ? counted(names.length, "category", "categories") : listed(names) || "all goods",
    ...(text ? [`with "${text}"`] : []),
    ...(shelf ? [`on shelf ${shelf}`] : []),
    ...(show === "all" ? [] : [show === "low" ? "low stock" : "sold out"]),
  ];
  return parts.join(", ");
}
