import { and, count, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { rowJson } from "~/platform/row-json.server";
import { countedAddress } from "~/shop/form-submission";
import { inTime } from "~/shop/in-time";
import { type Cents, dollars } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { AgreedDiscount, CodeTerms, Discount } from "./code";
import { isFor, type TakenOff } from "~/shop/price";
import { discountCodes, discountUses } from "./discounts.tables";

type Row = typeof discountCodes.$inferSelect;

/** Data of an order against which a code is checked. Conditions about the e-mail address are skipped if it is unknown. */
interface Circumstances {
  email?: string | undefined;
  orderValue: Cents;
  /** Ids of the products in the order; if unset, conditions about products are skipped. */
  products?: string[] | undefined;
  /** The browser's draft: its key, or its order number. Its use of the code does not count, since another draft replaces it. */
  own?: { draftKey?: string | undefined; orderNumber?: string | undefined } | undefined;
  now: Date;
}

/**
 * Discount of a code, after all checks that are possible before the order is drafted.
 *
 * @throws {Refusal} `code-unknown`, `code-not-yet`, `code-expired`, `code-of-another`, `code-minimum`, `code-other-goods`;
 * `code-used`, with the seconds after which it may be free again if unpaid orders use it.
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
  { email, orderValue, products, own, now }: Circumstances,
): Promise<AgreedDiscount> {
  if (!row || row.putAwayAt) throw new Refusal("code-unknown");
  if (row.startsAt && now < row.startsAt) throw new Refusal("code-not-yet");
  if (row.endsAt && now >= row.endsAt) throw new Refusal("code-expired");
  // Empty: the person whose code it was is erased, so that nobody may use it.
  if (row.email !== null && email !== undefined && countedAddress(row.email) !== countedAddress(email))
    throw new Refusal("code-of-another");
  if (row.mostUses !== null) await requireFree(db, row.code, { most: row.mostUses, own, now });
  if (row.oncePerEmail && email !== undefined) await requireFree(db, row.code, { most: 1, email, own, now });
  if (row.minimum !== null && orderValue < row.minimum)
    throw new Refusal("code-minimum", { details: { minimum: dollars(row.minimum) } });
  const discount = discountOf(row);
  if (products && !products.some((product) => isFor(discount, product))) throw new Refusal("code-other-goods");
  return { ...discount, minimum: row.minimum };
}

/**
 * Checks that a code has fewer uses than allowed, of one e-mail address if it is given.
 *
 * @throws {Refusal} `code-used`. If the code is free again when unpaid orders end, with the seconds until then.
 */
async function requireFree(
  db: Database,
  code: string,
  { most, email, own, now }: { most: number } & Pick<Circumstances, "email" | "own" | "now">,
): Promise<void> {
  const uses = await usesOf(db, code, email);
  if (uses < most) return;
  const mailbox = email === undefined ? undefined : countedAddress(email);
  const open = (await openUsesOf(db, code, now)).filter((use) => mailbox === undefined || use.mailbox === mailbox);
  const others = open.filter(
    ({ draftKey, orderNumber }) =>
      (draftKey === null || draftKey !== own?.draftKey) && orderNumber !== own?.orderNumber,
  );
  const counted = uses - (open.length - others.length);
  if (counted < most) return;
  // As many unpaid orders have to end as are too many; the others were paid.
  const retryAfter = others.map(({ seconds }) => seconds).toSorted((a, b) => a - b)[counted - most];
  if (retryAfter === undefined) throw new Refusal("code-used");
  const words = `This code is in an order that waits for its payment. It is free again ${inTime(retryAfter)} at the earliest, if that order is not paid.`;
  throw new Refusal("code-used", { details: { retryAfter }, words });
}

interface OpenUse extends Record<string, unknown> {
  orderNumber: string;
  mailbox: string;
  draftKey: string | null;
  /** Seconds until the order ends if nobody pays it; more if somebody tries to. */
  seconds: number;
}

/**
 * Uses of a code by unpaid orders, one of which may have been drafted after `now`, while this one waited. The SQL names the table
 * `orders`, since this module must not import the modules of orders.
 */
async function openUsesOf(db: Database, code: string, now: Date): Promise<OpenUse[]> {
  const { rows } = await db.execute<OpenUse>(sql`
    select discount_uses.order_number as "orderNumber", mailbox, orders.draft_key as "draftKey",
      greatest(0, extract(epoch from orders.reserved_until - greatest(clock_timestamp(), ${now.toISOString()}::timestamptz)))::float8 as seconds
    from orders join discount_uses on discount_uses.order_number = orders.number
    where orders.state = 'awaiting-payment' and discount_uses.code = ${code}`);
  return rows;
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
