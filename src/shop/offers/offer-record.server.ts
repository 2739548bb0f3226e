import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { isOnlyEndedEarlier } from "~/shop/audit/only-ended-earlier";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { requireSpan } from "~/shop/audit/require-span";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { readSettings } from "~/shop/settings.server";
import { MOST_OFFERS, OfferRule, OfferValues } from "./offer";
import { offers } from "./offers.tables";
import { mostPercentOff } from "./steep-offer";

const { rule, goods, isOn, startsAt, endsAt, isWithoutCodes } = OfferValues.shape;

/** Record kind of an offer; the rule is one field, since an offer has only one. */
export const offerRecord: RecordKind = {
  kind: "offer",
  right: "discounts.change",
  fields: {
    rule: { schema: rule },
    goods: { schema: goods },
    isOn: { schema: isOn },
    startsAt: { schema: startsAt },
    endsAt: { schema: endsAt },
    isWithoutCodes: { schema: isWithoutCodes },
    position: { schema: z.int().min(0).max(1_000_000) },
    isPutAway: { schema: z.boolean(), begins: true },
  },
  async read(tx, id) {
    const [row] = await tx.select().from(offers).where(eq(offers.id, id)).for("update");
    if (!row) return undefined;
    const { version, startsAt: starts, endsAt: ends, putAwayAt, id: _id, createdAt: _createdAt, ...values } = row;
    const times = { startsAt: starts?.toISOString() ?? null, endsAt: ends?.toISOString() ?? null };
    return { version, values: { ...values, ...times, isPutAway: putAwayAt !== null } };
  },
  async write(tx, id, { startsAt: starts, endsAt: ends, isPutAway, ...values }, version) {
    const [stored] = await tx.select().from(offers).where(eq(offers.id, id));
    if (!stored) return undefined;
    const times = {
      startsAt: starts === undefined ? stored.startsAt : dateOf(starts),
      endsAt: ends === undefined ? stored.endsAt : dateOf(ends),
    };
    requireSpan(times);
    if (isPutAway === false && stored.putAwayAt !== null) await requireRoom(tx);
    const [row] = await tx
      .update(offers)
      .set({
        ...values,
        ...times,
        ...(isPutAway !== undefined && { putAwayAt: isPutAway ? new Date() : null }),
        version: version + 1,
      })
      .where(and(eq(offers.id, id), eq(offers.version, version)))
      .returning({ version: offers.version });
    return row?.version;
  },
  async takesFactor(tx, { current, changes }) {
    const after = { ...current, ...changes };
    const isMoved = Object.keys(changes).every((field) => field === "position");
    const takesNothing = after.isPutAway === true || after.isOn === false;
    if (isMoved || takesNothing || isOnlyEndedEarlier(current.endsAt, changes)) return false;
    return isSteep(tx, OfferRule.parse(after.rule));
  },
};

/**
 * Checks that the list has room for one more offer, one act after the other.
 *
 * @throws {Refusal} `input-invalid` for a shop that has `MOST_OFFERS`.
 */
export async function requireRoom(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('new offer', 0))`);
  if ((await tx.$count(offers, isNull(offers.putAwayAt))) >= MOST_OFFERS)
    throw new Refusal("input-invalid", { words: `A shop has at most ${MOST_OFFERS} offers. Delete one first.` });
}

/** Whether an offer may reduce an order by a larger share than the setting `discountLimit` allows without a second factor. */
export async function isSteep(tx: Transaction, of: OfferRule): Promise<boolean> {
  const price = of.kind === "present" ? await priceOfVariant(tx, of.variantId) : undefined;
  return mostPercentOff(of, price) > (await readSettings(tx)).discountLimit;
}

/** Price of a variant before any sale, in cents. The SQL names the tables, since this room is before the catalog. */
async function priceOfVariant(tx: Transaction, variantId: number) {
  const { rows } = await tx.execute<{ price: number | null }>(sql`
    select coalesce(variants.price_cents, products.price_cents) as price
    from variants join products on products.id = variants.product_id where variants.id = ${variantId}`);
  const price = rows[0]?.price ?? null;
  return price === null ? undefined : cents(price);
}

/** Moment of a stored text; null for none. */
export const dateOf = (value: unknown): Date | null => (value === null ? null : new Date(String(value)));
