import type { Services } from "~/services";
import { lateProductPlans } from "~/shop/catalog/editing/late-product-plans.server";
import { latePricePlans } from "~/shop/catalog/price-plans/late-price-plans.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { lateTextPlans } from "~/shop/publishing/late-text-plans.server";
import { nameOfText } from "~/shop/publishing/text-names";
import { listed } from "../count-words";
import type { LatePlan } from "./planned-troubles";

/** Plans that could not be done at their time, of the kinds that the member may change. */
export async function plansThatAreLate(services: Services, member: Member): Promise<LatePlan[]> {
  const [prices, goods, words] = await Promise.all([
    can(member, "goods.prices") ? latePricePlans(services, member) : [],
    can(member, "goods.change") ? lateProductPlans(services, member) : [],
    can(member, "content.change") ? lateTextPlans(services, member) : [],
  ]);
  return [
    ...prices.map((plan) => ({ ...plan, id: plan.row, kind: "prices" as const })),
    ...goods.map((plan) => ({ ...plan, id: plan.row, kind: "goods" as const, isStart: true })),
    ...words.map((plan) => ({
      ...plan,
      id: plan.row,
      kind: "words" as const,
      name: listed(plan.texts.map(nameOfText)),
    })),
  ];
}
