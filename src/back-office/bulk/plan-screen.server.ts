import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRowsOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { pricePlan } from "~/shop/catalog/price-plans/price-plans.server";
import type { PricePlan } from "~/shop/catalog/price-plans/price-plans.tables";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { variantName } from "~/shop/catalog/stock/variant-name";
import type { Member } from "~/shop/members/member";
import { formerMaker } from "~/shop/members/former-maker.server";
import { memberNames } from "~/shop/members/member-names.server";
import { type Cents, cents, formatCents } from "~/shop/money";
import { formatMoment } from "~/shop/wall-clock";
import { planState, planStateWords } from "./plan-words";

/** Maximum number of variants that a plan's page lists. */
const SHOWN = 200;

/**
 * Data of a plan's page: state, times and variants, those with a manually changed price first; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function planScreen(services: Services, member: Member, id: string) {
  const found = await pricePlan(services, member, id);
  if (!found) return null;
  const { plan, variants, history } = found;
  const { timeZone: zone } = services.settings();
  const [rows, names] = await Promise.all([
    bulkRowsOf(
      services,
      member,
      variants.slice(0, SHOWN).map(({ variantId }) => variantId),
    ),
    memberNames(services.db),
  ]);
  const known = new Map(rows.map((row) => [row.variantId, row]));
  const others = variants.filter(({ leftAlone, isOther }) => leftAlone || (plan.state === "running" && isOther));
  return {
    name: plan.name,
    state: plan.state,
    left: plan.state === "planned" ? ((await formerMaker(services.db, plan.memberId, "goods.prices")) ?? null) : null,
    standing: { ...planState(plan), ...planStateWords(plan, history, { names, now: new Date(), zone }) },
    isSale: plan.field === "salePrice",
    zone,
    times: {
      startsAt: formatMoment(plan.startsAt.toISOString(), zone),
      endsAt: formatMoment(plan.endsAt?.toISOString() ?? null, zone),
    },
    submission: randomUUID(),
    act: history[0]?.act ?? null,
    count: variants.length,
    others: others.length,
    isSeen: plan.seenAt !== null,
    lines: variants.slice(0, SHOWN).map((planned) => {
      const row = known.get(planned.variantId);
      return {
        id: planned.variantId,
        name: row ? variantName(row.name, row.size, row.color) : "A variant that is gone",
        old: row ? shownPrice(plan.field, planned.oldPrice, row) : "–",
        new: formatCents(planned.newPrice),
        other: row && others.includes(planned) ? shownPrice(plan.field, planned.price, row) : null,
      };
    }),
  };
}

/** Formats a value of the plan's field: null means the product's value; if no sale price applies, the regular price is shown. */
function shownPrice(field: PricePlan["field"], price: Cents | null, row: BulkRow): string {
  const product = { price: row.productPrice, salePrice: row.productSalePrice };
  const variant = { price: row.price, salePrice: row.salePrice, [field]: price };
  return formatCents(field === "price" ? (variant.price ?? product.price ?? cents(0)) : variantPrice(product, variant));
}
