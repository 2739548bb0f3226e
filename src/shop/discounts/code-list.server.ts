import { and, desc, eq, ilike, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { once } from "~/shop/audit/once.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { checkedValues } from "~/shop/audit/record-kind.server";
import { requireSpan } from "~/shop/audit/require-span";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type CodeValues, FORMER_PURPOSE, parseCodeName, type Purpose } from "./code";
import type { TakenOff } from "~/shop/price";
import type { CodeFilter } from "./code-filter";
import { codeRecord, columnsOf, isSteep } from "./code-record.server";
import { takenOff } from "./discounts.server";
import { discountCodes, discountUses } from "./discounts.tables";

/** A code as the back office shows it. */
export interface DiscountCode {
  code: string;
  off: TakenOff;
  purpose: Purpose;
  minimum: Cents | null;
  startsAt: Date | null;
  endsAt: Date | null;
  mostUses: number | null;
  oncePerEmail: boolean;
  productIds: string[];
  isPutAway: boolean;
  /** E-mail address of a personal code; null otherwise, and for members who may not see personal data. */
  email: string | null;
  isPersonal: boolean;
  uses: number;
  version: number;
}

const USES = sql<number>`(select count(*)::int from discount_uses own_use where own_use.code = discount_codes.code)`;

type Row = typeof discountCodes.$inferSelect;

function seenBy(member: Member, row: Row, uses: number): DiscountCode {
  const { kind: _kind, percent: _percent, amount: _amount, email, putAwayAt, createdAt: _createdAt, ...shown } = row;
  const isPersonal = email !== null;
  const shownEmail = can(member, "people.read") ? email : null;
  return { ...shown, off: takenOff(row), email: shownEmail, isPersonal, isPutAway: putAwayAt !== null, uses };
}

/**
 * A page of codes, newest first: current codes (`own`), current codes of one e-mail address (`welcome`), or expired and archived
 * codes (`over`).
 *
 * @throws {Refusal} `right-missing`.
 */
export async function discountList(
  { db }: Pick<Services, "db">,
  member: Member,
  { show, text, after }: CodeFilter,
  most: number,
  now = new Date(),
): Promise<DiscountCode[]> {
  await requireRight({ db }, member, "discounts.read");
  const isOver = sql`(${discountCodes.endsAt} <= ${now.toISOString()}::timestamptz or ${discountCodes.putAwayAt} is not null)`;
  const shows: Record<CodeFilter["show"], SQL | undefined> = {
    own: and(isNull(discountCodes.email), sql`${isOver} is not true`),
    welcome: and(isNotNull(discountCodes.email), sql`${isOver} is not true`),
    over: isOver,
  };
  const place = sql`(${discountCodes.createdAt}, ${discountCodes.code})`;
  const rows = await db
    .select({ row: discountCodes, uses: USES })
    .from(discountCodes)
    .where(
      and(
        shows[show],
        text === "" ? undefined : ilike(discountCodes.code, `${text.replace(/[\\%_]/g, "\\$&")}%`),
        after === null
          ? undefined
          : sql`${place} < (select last.created_at, last.code from discount_codes last where last.code = ${after})`,
      ),
    )
    .orderBy(desc(discountCodes.createdAt), desc(discountCodes.code))
    .limit(most);
  return rows.map(({ row, uses }) => seenBy(member, row, uses));
}

/**
 * Reads one code; null for an unknown code.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function discountCode(
  { db }: Pick<Services, "db">,
  member: Member,
  code: string,
): Promise<DiscountCode | null> {
  await requireRight({ db }, member, "discounts.read");
  const [found] = await db
    .select({ row: discountCodes, uses: USES })
    .from(discountCodes)
    .where(eq(discountCodes.code, code));
  return found ? seenBy(member, found.row, found.uses) : null;
}

/** One use of a code by an order. */
export interface CodeUse {
  id: number;
  orderNumber: string;
  /** E-mail address of the shopper; null for members who may not see personal data. */
  email: string | null;
  at: Date;
}

/**
 * Uses of a code, latest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function usesOfCode(
  { db }: Pick<Services, "db">,
  member: Member,
  code: string,
  before: number | null,
  most: number,
): Promise<CodeUse[]> {
  await requireRight({ db }, member, "discounts.read");
  const rows = await db
    .select()
    .from(discountUses)
    .where(and(eq(discountUses.code, code), before === null ? undefined : sql`${discountUses.id} < ${before}`))
    .orderBy(desc(discountUses.id))
    .limit(most);
  const maySee = can(member, "people.read");
  return rows.map(({ id, orderNumber, email, at }) => ({ id, orderNumber, email: maySee ? email : null, at }));
}

/**
 * Creates a code; returns `saved: false` if a code of that name exists, archived codes included.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `submission-foreign`; `factor-missing` if the code may reduce an order by
 * more than the setting `discountLimit` allows without a second factor.
 */
export async function createCode(
  services: Pick<Services, "db">,
  member: Member,
  { submission, code, values }: { submission: string; code: string; values: CodeValues },
): Promise<{ saved: true; act: string } | { saved: false }> {
  await requireRight(services, member, "discounts.change");
  checkedValues(codeRecord, { ...values });
  requireSpan(values);
  const name = parseCodeName(code);
  if ("error" in name) throw new Refusal("input-invalid", { fields: { name: name.error } });
  if (values.purpose === FORMER_PURPOSE) throw new Refusal("input-invalid", { fields: { purpose: GIVE_INSTEAD } });
  return once(services, member, { submission, kind: codeRecord.kind, record: `new ${code}` }, async (tx) => {
    if (await isSteep(tx, values)) requireFactor(member);
    const { off, startsAt, endsAt, ...columns } = values;
    const dates = { startsAt: startsAt ? new Date(startsAt) : null, endsAt: endsAt ? new Date(endsAt) : null };
    const [made] = await tx
      .insert(discountCodes)
      .values({ ...columns, ...columnsOf(off), ...dates, code })
      .onConflictDoNothing()
      .returning({ version: discountCodes.version });
    if (!made) return { saved: false as const };
    const act = { memberId: member.id, submission, action: "create" as const, reason: "" };
    const change = { kind: codeRecord.kind, record: code, version: made.version, field: "isPutAway" };
    await logChanges(tx, act, [{ ...change, old: true, new: false }]);
    return { saved: true as const, act: submission };
  });
}

/**
 * Changes a code. Checkouts that are already open follow the new rules.
 *
 * @throws {Refusal} as `save`; `input-invalid` for the former purpose, unless the code has it.
 */
export async function changeCode(
  services: Pick<Services, "db">,
  member: Member,
  {
    submission,
    code,
    version,
    values,
  }: { submission: string; code: string; version: number; values: Record<string, unknown> },
): Promise<Saved | Stale> {
  if (values.purpose === FORMER_PURPOSE && (await discountCode(services, member, code))?.purpose !== FORMER_PURPOSE)
    throw new Refusal("input-invalid", { fields: { purpose: GIVE_INSTEAD } });
  return save(services, member, { submission, edits: [{ kind: codeRecord, id: code, version, values }] });
}

const GIVE_INSTEAD = "Give a gift card instead, under Gift cards: it keeps what is left.";
