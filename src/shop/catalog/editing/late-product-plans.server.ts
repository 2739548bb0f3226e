import { inArray } from "drizzle-orm";
import { type WaitingStep, waitingIn } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { products } from "../catalog.tables";
import { PRODUCT_PLANS } from "./product-status.server";

/** A product whose planned status could not be applied at its time. */
export interface LateProduct extends WaitingStep {
  name: string;
}

/**
 * Products whose planned status could not be applied at its time, because something is missing or the step failed; the longest
 * ago first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lateProductPlans({ db }: Pick<Services, "db">, member: Member): Promise<LateProduct[]> {
  await requireRight({ db }, member, "goods.change");
  const late = await waitingIn(db, PRODUCT_PLANS);
  if (late.length === 0) return [];
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      inArray(
        products.id,
        late.map(({ row }) => row),
      ),
    );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return late.flatMap((step) => {
    const name = names.get(step.row);
    return name === undefined ? [] : [{ ...step, name }];
  });
}
