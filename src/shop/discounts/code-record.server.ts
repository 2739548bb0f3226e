import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { isOnlyEndedEarlier } from "~/shop/audit/only-ended-earlier";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { requireSpan } from "~/shop/audit/require-span";
import { cents, type Cents } from "~/shop/money";
import { readSettings } from "~/shop/settings.server";
import { mostPercentOff, purposes } from "./code";
import type { TakenOff } from "~/shop/price";
import { takenOff } from "./discounts.server";
import { discountCodes } from "./discounts.tables";

const Amount = z
  .int()
  .min(1, "Write an amount above 0.")
  .max(1_000_000_00, "Write at most 1,000,000.00.")
  .transform(cents);

/** Schema of the reduction by a code. */
const Off = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("percent"),
    percent: z.int("Write a whole number.").min(1, "Write 1 to 100.").max(100, "Write 1 to 100."),
  }),
  z.object({ kind: z.literal("amount"), amount: Amount }),
  z.object({ kind: z.literal("free-delivery") }),
]) satisfies z.ZodType<TakenOff>;

const moment = { schema: z.iso.datetime().nullable() };

const FIELDS = {
  off: { schema: Off },
  purpose: { schema: z.enum(purposes) },
  minimum: { schema: z.int().min(0).max(1_000_000_00, "Write at most 1,000,000.00.").transform(cents).nullable() },
  mostUses: { schema: z.int().min(1, "Write 1 or more.").max(1_000_000, "Write at most 1,000,000.").nullable() },
  oncePerEmail: { schema: z.boolean() },
  startsAt: moment,
  endsAt: moment,
  productIds: { schema: z.array(z.string().max(64)).max(500, "Name at most 500 products.") },
  isPutAway: { schema: z.boolean(), begins: true },
} satisfies RecordKind["fields"];

/** Record kind of a discount code. Percent and amount form one field, since a code has only one of them. */
export const codeRecord: RecordKind = {
  kind: "discount-code",
  right: "discounts.change",
  fields: FIELDS,
  async read(tx, code) {
    const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("update");
    if (!row) return undefined;
    const { version, purpose, minimum, mostUses, oncePerEmail, productIds, startsAt, endsAt, putAwayAt } = row;
    const dates = { startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null };
    const values = { purpose, minimum, mostUses, oncePerEmail, productIds, ...dates, isPutAway: putAwayAt !== null };
    return { version, values: { off: takenOff(row), ...values } };
  },
  async write(tx, code, { off, startsAt, endsAt, isPutAway, ...values }, version) {
    const [row] = await tx
      .update(discountCodes)
      .set({
        ...values,
        ...(off !== undefined && columnsOf(Off.parse(off))),
        ...(startsAt !== undefined && { startsAt: dateOf(startsAt) }),
        ...(endsAt !== undefined && { endsAt: dateOf(endsAt) }),
        ...(isPutAway !== undefined && { putAwayAt: isPutAway ? new Date() : null }),
        version: version + 1,
      })
      .where(and(eq(discountCodes.code, code), eq(discountCodes.version, version)))
      .returning();
    if (row) requireSpan(row);
    return row?.version;
  },
  async takesFactor(tx, { current, changes }) {
    const after = { ...current, ...changes };
    if (after.isPutAway === true || isOnlyEndedEarlier(current.endsAt, changes)) return false;
    return isSteep(tx, { off: Off.parse(after.off), minimum: after.minimum as Cents | null });
  },
};

/** Whether a code may reduce an order by a larger share than the setting `discountLimit` allows without a second factor. */
export async function isSteep(
  tx: Transaction,
  { off, minimum }: { off: TakenOff; minimum: Cents | null },
): Promise<boolean> {
  return mostPercentOff(off, minimum) > (await readSettings(tx)).discountLimit;
}

const dateOf = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));

/** Converts a reduction to the columns of the table. */
export const columnsOf = (off: TakenOff) => ({
  kind: off.kind,
  percent: off.kind === "percent" ? off.percent : null,
  amount: off.kind === "amount" ? off.amount : null,
});
