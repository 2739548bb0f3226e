import type { Database } from "~/platform/database.server";
import type { AgreedDiscount, CodeTerms } from "~/shop/discounts/code";
import { termsOfCode } from "~/shop/discounts/discounts.server";
import type { orders } from "./orders.tables";

type OrderRow = typeof orders.$inferSelect;
type TermColumns = Pick<OrderRow, "discountKind" | "discountPercent" | "discountProductIds" | "discountMinimum">;

/** Columns with the terms of an order's code; all null without a code. */
export const termColumns = (discount: AgreedDiscount | null): TermColumns => ({
  discountKind: discount?.kind ?? null,
  discountPercent: discount?.kind === "percent" ? discount.percent : null,
  discountProductIds: discount?.only ?? null,
  discountMinimum: discount?.minimum ?? null,
});

/** Terms of an order's code, and whether they are those of today because the order does not carry its own. */
export interface OrderTerms {
  terms: CodeTerms | null;
  areOfToday: boolean;
}

/**
 * Reads the terms of an order's code: those under which it was bought. An order of an earlier release whose code was edited later
 * has the terms of the code as it is today.
 */
export async function termsOfOrder(
  db: Database,
  { discountCode, discountKind: kind, ...row }: TermColumns & Pick<OrderRow, "discountCode">,
): Promise<OrderTerms> {
  if (discountCode === null) return { terms: null, areOfToday: false };
  if (kind === null) return { terms: await termsOfCode(db, discountCode), areOfToday: true };
  const { discountPercent: percent, discountProductIds: only, discountMinimum: minimum } = row;
  return { terms: { kind, percent, minimum, ...(only && { only }) }, areOfToday: false };
}
