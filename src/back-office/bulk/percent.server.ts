import { createHash } from "node:crypto";
import type { Services } from "~/services";
import { type CategoryChoice, categoryChoices } from "~/shop/catalog/editing/category-options.server";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRows, regularOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { reckoned } from "~/shop/catalog/price-plans/reduced-price";
import { planPrices } from "~/shop/catalog/price-plans/price-plans.server";
import type { PlannedVariant } from "~/shop/catalog/price-plans/price-plans.tables";
import { isSaleAbovePrice, MOST_PRICE, variantPrice } from "~/shop/catalog/pricing/pricing";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { variantName } from "~/shop/catalog/stock/variant-name";
import type { Member } from "~/shop/members/member";
import { type Cents, formatCents } from "~/shop/money";
import { parseMoment } from "~/shop/wall-clock";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { counted, listed } from "../count-words";
import { fieldOf, type PercentWish } from "./percent-wish";

/** Maximum number of variants in one price change by percent. */
const MOST_VARIANTS = 2_000;
/** Maximum number of variants that a preview lists. */
const SHOWN = 200;

interface Reckoned extends PlannedVariant {
  row: BulkRow;
  /** Current price, shown beside the new one: the shopper's price for a sale, otherwise the regular price. */
  old: Cents;
  /** The shopper's price before and after the change. */
  pays: { now: Cents; later: Cents };
}

/** Computes the new prices of the variants that a filter matches; those that keep their price are in `left`. */
async function reckonedVariants(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const rows = await bulkRows(services, member, { ...view, after: null }, MOST_VARIANTS + 1);
  const all = rows.slice(0, MOST_VARIANTS).flatMap((row) => reckonedVariant(row, wish) ?? []);
  const stays = (reckoned: Reckoned) => wish.leavesCheaper && wish.change !== "raise" && isWorse(reckoned, wish);
  return {
    variants: all.filter((reckoned) => !stays(reckoned)),
    left: all.filter(stays),
    tooDear: all.filter(({ newPrice }) => newPrice > MOST_PRICE).length,
    isMore: rows.length > MOST_VARIANTS,
  };
}

function reckonedVariant(row: BulkRow, wish: PercentWish): Reckoned | null {
  const regular = regularOf(row);
  if (regular === null) return null;
  const field = fieldOf(wish);
  const newPrice = reckoned(regular, wish.change === "raise" ? -wish.percent : wish.percent, wish.rounding);
  const now = variantPrice(...pricesOf(row));
  const later = variantPrice(...pricesOf({ ...row, [field]: newPrice }));
  const old = field === "salePrice" ? now : regular;
  return { row, variantId: row.variantId, oldPrice: row[field], newPrice, old, pays: { now, later } };
}

const pricesOf = (row: BulkRow) =>
  [
    { price: row.productPrice, salePrice: row.productSalePrice },
    { price: row.price, salePrice: row.salePrice },
  ] as const;

const isDearer = ({ pays }: Reckoned): boolean => pays.later > pays.now;

/** Whether a changed price would be lower than the variant's sale price. */
const isBelowSale = ({ row, newPrice }: Reckoned, { change }: PercentWish): boolean =>
  change !== "sale" && isSaleAbovePrice(...pricesOf({ ...row, price: newPrice }));

/** Whether a reduction would harm: shoppers would pay more than now, or the price would be lower than the sale price. */
const isWorse = (reckoned: Reckoned, wish: PercentWish): boolean => isDearer(reckoned) || isBelowSale(reckoned, wish);

/** Hash over all old and new prices, to detect prices that changed after the preview. */
const digestOf = (variants: PlannedVariant[]): string =>
  createHash("sha256")
    .update(JSON.stringify(variants.map(({ variantId, oldPrice, newPrice }) => [variantId, oldPrice, newPrice])))
    .digest("hex");

/**
 * Preview of a price change by percent: old and new price of each variant, first the variants that become dearer or get a price
 * below their sale price, last those that keep their price.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function percentPreview(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const { variants, left, tooDear, isMore } = await reckonedVariants(services, member, view, wish);
  const [worse, others] = [
    variants.filter((reckoned) => isWorse(reckoned, wish)),
    variants.filter((reckoned) => !isWorse(reckoned, wish)),
  ];
  return {
    count: variants.length,
    isMore,
    tooDear,
    dearer: variants.filter(isDearer).length,
    belowSale: variants.filter((reckoned) => isBelowSale(reckoned, wish)).length,
    left: left.length,
    digest: digestOf(variants),
    lines: [...worse, ...others, ...left].slice(0, SHOWN).map((reckoned) => ({
      id: reckoned.variantId,
      name: variantName(reckoned.row.name, reckoned.row.size, reckoned.row.color),
      old: formatCents(reckoned.old),
      new: formatCents(reckoned.newPrice),
      mark: left.includes(reckoned) ? "stays" : isDearer(reckoned) ? "dearer" : null,
      pays: formatCents(reckoned.pays.later),
      belowSale: isBelowSale(reckoned, wish),
    })),
  };
}

/** Plans the price changes of the preview. Refused if prices have changed since the preview. */
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
  // A typed start together with the choice "now" is an error: prices would change earlier than intended.
  else if (typed.when !== "later" && typed.startsAt)
    errors.startsAt = 'Choose "From a time on" for that, or empty it to begin now.';
  if (endsAt === undefined) errors.endsAt = "Write a day and a time, or leave it empty.";
  else if (endsAt && endsAt <= (startsAt ?? new Date())) errors.endsAt = "It has to end after it begins.";
  if (Object.keys(errors).length > 0) return { errors };
  const { variants, tooDear } = await reckonedVariants(services, member, view, wish);
  if (tooDear > 0) return { late: tooDearWords(tooDear) };
  if (digestOf(variants) !== typed.digest)
    return { late: "Prices have changed since this preview. Look at it again, then apply it." };

  const result = await planPrices(services, member, {
    submission,
    name: planName(wish, view, await categoryChoices(services, member)),
    field: fieldOf(wish),
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    variants: variants.map(({ variantId, oldPrice, newPrice }) => ({ variantId, oldPrice, newPrice })),
  });
  if (result.saved) return { to: `/goods/bulk/plans/${result.plan}`, act: result.act };
  const words = `${counted(result.taken, "of these variants is", "of these variants are")} in another planned change that is not over. Take that back first.`;
  return { message: words, status: 409 };
}

/** Message that the change is refused because prices would exceed the limit. */
export const tooDearWords = (count: number): string =>
  `${counted(count, "variant")} would cost more than ${formatCents(MOST_PRICE)}, the most that a price can be. Write a smaller number, or choose fewer goods.`;

/** Name of a plan in lists and in the log: the percentage and the goods. */
function planName({ change, percent }: PercentWish, view: LevelFilter, categories: CategoryChoice[]): string {
  const how = { sale: `${percent}% off`, lower: `Price lowered by ${percent}%`, raise: `Price raised by ${percent}%` };
  return `${how[change]}: ${scopeWords(view, categories)}`;
}

/** Maximum number of categories that a plan's name lists. */
const NAMED = 4;

/** Describes the goods that a filter matches, e.g. "Jackets, low stock". */
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
