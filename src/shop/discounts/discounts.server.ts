import { and, count, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { rowJson } from "~/platform/row-json.server";
import { countedAddress } from "~/shop/form-submission";
import { type Cents, dollars } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type AgreedDiscount, type CodeTerms, type Discount, isFor, type TakenOff } from "./code";
import { discountCodes, discountUses } from "./discounts.tables";

type Row = typeof discountCodes.$inferSelect;

/** Facts of an order against which a code is checked. Conditions about the e-mail address are skipped if it is unknown. */
interface Circumstances {
  email?: string | undefined;
  orderValue: Cents;
  /** Ids of the products in the order; if unset, conditions about products are skipped. */
  products?: string[] | undefined;
  now: Date;
}

/**
 * Discount of a code, after all checks that are possible before the order is drafted.
 *
 * @throws {Refusal} `code-unknown`, `code-not-yet`, `code-expired`, `code-of-another`, `code-used`, `code-minimum`,
 * `code-other-goods`.
 */
export async function validDiscount(db: Database, code: string, circumstances: Circumstances): Promise<AgreedDiscount> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return checked(db, row, circumstances);
}

/**
 * Discount of a code; locks the code until the transaction ends, so that concurrent orders cannot exceed its limit of uses. The
 * caller then calls `redeemDiscount`.
 *
 * @throws {Refusal} as `validDiscount`.
 */
export async function lockedDiscount(
  tx: Transaction,
  code: string,
  circumstances: Circumstances & { email: string },
): Promise<AgreedDiscount> {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("update");
  return checked(tx, row, circumstances);
}

/** JSON row of a code's use for the SQL function `write_order`, which adds the order's number. */
export const codeUseRow = (use: { code: string; email: string }) => rowJson(discountUses, use);

/** Records that an order uses a code. */
export async function redeemDiscount(
  tx: Transaction,
  use: { code: string; orderNumber: string; email: string },
): Promise<void> {
  await tx.insert(discountUses).values(use).onConflictDoNothing({ target: discountUses.orderNumber });
}

/** Releases the discount code of an order that will not be paid. */
export async function releaseDiscount(tx: Transaction, orderNumber: string): Promise<void> {
  await tx.delete(discountUses).where(eq(discountUses.orderNumber, orderNumber));
}

async function checked(
  db: Database,
  row: Row | undefined,
  { email, orderValue, products, now }: Circumstances,
): Promise<AgreedDiscount> {
  if (!row || row.putAwayAt) throw new Refusal("code-unknown");
  if (row.startsAt && now < row.startsAt) throw new Refusal("code-not-yet");
  if (row.endsAt && now >= row.endsAt) throw new Refusal("code-expired");
  if (row.email && email !== undefined && countedAddress(row.email) !== countedAddress(email))
    throw new Refusal("code-of-another");
  if (row.mostUses !== null && (await usesOf(db, row.code)) >= row.mostUses) throw new Refusal("code-used");
  if (row.oncePerEmail && email !== undefined && (await usesOf(db, row.code, email)) > 0)
    throw new Refusal("code-used");
  if (row.minimum !== null && orderValue < row.minimum)
    throw new Refusal("code-minimum", { details: { minimum: dollars(row.minimum) } });
  const discount = discountOf(row);
  if (products && !products.some((product) => isFor(discount, product))) throw new Refusal("code-other-goods");
  return { ...discount, minimum: row.minimum };
}

async function usesOf(db: Database, code: string, email?: string): Promise<number> {
  const ofAddress = email === undefined ? undefined : eq(discountUses.mailbox, countedAddress(email));
  const [row] = await db
    .select({ uses: count() })
    .from(discountUses)
    .where(and(eq(discountUses.code, code), ofAddress));
  return row?.uses ?? 0;
}

function discountOf({ code, productIds, ...row }: Row): Discount {
  return { ...takenOff(row), code, ...(productIds.length > 0 && { only: productIds }) };
}

/** Terms of a code as they are now, even of one that can no longer be used; null for an unknown code. */
export async function termsOfCode(db: Database, code: string): Promise<CodeTerms | null> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  if (!row) return null;
  const { kind, percent, productIds, minimum } = row;
  return { kind, percent, minimum, ...(productIds.length > 0 && { only: productIds }) };
}

/** Reduction by a code, from its columns. */
export function takenOff({ kind, percent, amount }: Pick<Row, "kind" | "percent" | "amount">): TakenOff {
  if (kind === "percent" && percent !== null) return { kind, percent };
  if (kind === "amount" && amount !== null) return { kind, amount };
  return { kind: "free-delivery" };
}
