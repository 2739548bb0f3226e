import { createHash } from "node:crypto";
import type { Services } from "~/services";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRows, regularOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { reckoned } from "~/shop/catalog/price-plans/percent";
import { type PlannedPair, planPrices } from "~/shop/catalog/price-plans/price-plans.server";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { pairName } from "~/shop/catalog/stock/pair-name";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, formatCents } from "~/shop/money";
import { parseMoment } from "../goods/parse-moment";
import { counted } from "../count-texts";
import type { PercentWish } from "./percent-wish";

/** How many pairs one change by percent may be about. */
const MOST_PAIRS = 2_000;
/** How many of them a preview shows. */
const SHOWN = 200;

interface Reckoned extends PlannedPair {
  row: BulkRow;
  /** What it costs now. */
  old: Cents;
}

/** What each pair of a filter would cost; one without a price is left out. */
async function reckonedPairs(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const rows = await bulkRows(services, member, { ...view, after: null }, MOST_PAIRS + 1);
  const pairs = rows.slice(0, MOST_PAIRS).flatMap((row): Reckoned[] => {
    const regular = regularOf(row);
    if (regular === null) return [];
    const newPrice = reckoned(regular, wish.percent, wish.rounding);
    const sale = row.salePrice ?? row.productSalePrice;
    const old = wish.field === "salePrice" && sale ? sale : regular;
    return [{ row, variantId: row.variantId, oldPrice: row[wish.field], newPrice, old }];
  });
  return { pairs, isMore: rows.length > MOST_PAIRS };
}

/** What tells one reckoning from another. */
const digestOf = (pairs: PlannedPair[]): string =>
  createHash("sha256")
    .update(JSON.stringify(pairs.map(({ variantId, oldPrice, newPrice }) => [variantId, oldPrice, newPrice])))
    .digest("hex");

/**
 * What a change by percent would do: old and new price of each pair.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function percentPreview(services: Services, member: Member, view: LevelFilter, wish: PercentWish) {
  const { pairs, isMore } = await reckonedPairs(services, member, view, wish);
  return {
    count: pairs.length,
    isMore,
    digest: digestOf(pairs),
    lines: pairs.slice(0, SHOWN).map(({ row, old, newPrice }) => ({
      id: row.variantId,
      name: pairName(row.name, row.size, row.color),
      old: formatCents(old),
      new: formatCents(newPrice),
    })),
  };
}

/** What came of it, or what to do. */
export type PercentResult =
  { saved: true; act: string; plan: string } | { saved: false; errors: Record<string, string> };

/**
 * Plans the prices that the preview showed.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function applyPercent(
  services: Services,
  member: Member,
  view: LevelFilter,
  wish: PercentWish,
  typed: Record<string, string>,
): Promise<PercentResult> {
  await requireRight(services, member, "goods.prices");
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
  const { pairs } = await reckonedPairs(services, member, view, wish);
  if (digestOf(pairs) !== typed.digest)
    errors.digest = "Prices have changed since this preview. Look at it again, then apply it.";
  if (Object.keys(errors).length > 0) return { saved: false, errors };

  const result = await planPrices(services, member, {
    submission: typed.submission ?? "",
    name: `${wish.percent > 0 ? "−" : "+"}${Math.abs(wish.percent)}% on ${counted(pairs.length, "pair")}`,
    field: wish.field,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    pairs: pairs.map(({ variantId, oldPrice, newPrice }) => ({ variantId, oldPrice, newPrice })),
  });
  if (result.saved) return result;
  const words = `${counted(result.taken, "of these pairs is", "of these pairs are")} in another plan that is not over. Take that back first.`;
  return { saved: false, errors: { digest: words } };
}
