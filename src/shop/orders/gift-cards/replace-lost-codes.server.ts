import { and, desc, eq } from "drizzle-orm";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { changeGiftCard, type GiftCard, openedCode } from "~/shop/gift-cards/gift-cards.server";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { ALL_CARDS, GIFT_CARD } from "./gift-card";
import { isBehind } from "./gift-card-list.server";
import { type Acting, sendIfDue, todayOf } from "./give-gift-card.server";

/** The job that replaces the codes of open cards that cannot be opened any more. */
export const REPLACE_LOST_CODES = "replace-lost-codes";
export interface ReplaceLostCodes {
  memberId: string;
  submission: string;
}
/** Cards that are read at once. */
const PORTION = 200;

/**
 * Begins to replace the codes of all open cards that cannot be opened any more, because the shop's secret key was lost.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function replaceLostCodes(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission }: { submission: string },
): Promise<void> {
  await requireRight(services, member, "gift-cards.change");
  requireFactor(member);
  await once(services, member, { submission, kind: GIFT_CARD, record: ALL_CARDS }, async (tx) => {
    const payload = { memberId: member.id, submission } satisfies ReplaceLostCodes;
    await services.jobs.enqueue(tx, REPLACE_LOST_CODES, payload, { key: submission });
    const act = { memberId: member.id, submission, action: "cards-replaced" as const, reason: LOST_KEY };
    const change = { kind: GIFT_CARD, record: ALL_CARDS, version: 1, field: "cards-replaced", old: null, new: null };
    await logChanges(tx, act, [change]);
    return { saved: true };
  });
}

/** Reason that the log has of a card whose code was replaced so. */
const LOST_KEY = "The shop's secret key was lost";

/**
 * Replaces the codes of open cards that cannot be opened, the newest first, each in a transaction with its letter. A card that was
 * replaced opens again, so that whoever repeats the job goes on with the others.
 */
export async function replaceEachLostCode(
  services: Acting,
  { memberId }: ReplaceLostCodes,
  now = new Date(),
): Promise<void> {
  const { db, sealer } = services;
  for (let last: string | undefined; ;) {
    const rows = await db
      .select({ id: giftCards.id, sealedCode: giftCards.sealedCode, version: giftCards.version })
      .from(giftCards)
      .where(and(eq(giftCards.state, "open"), last === undefined ? undefined : isBehind(last)))
      .orderBy(desc(giftCards.madeAt), desc(giftCards.id))
      .limit(PORTION);
    for (const row of rows)
      if (openedCode(sealer, row) === undefined) await replaceLostCode(services, memberId, row, now);
    if (rows.length < PORTION) return;
    last = rows.at(-1)?.id;
  }
}

/** Replaces the code of one card, unless it changed since it was read: then it is read again by a repetition of the job. */
async function replaceLostCode(
  services: Acting,
  memberId: string,
  { id, version }: Pick<GiftCard, "id" | "version">,
  now: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { before, after } = await changeGiftCard(tx, { id, version }, (card) => {
      if (card.state !== "open") throw new Refusal("edited-meanwhile");
      return { replaces: services.sealer, letters: card.letters + 1 };
    });
    await sendIfDue(tx, services, after, todayOf(services, now));
    const act = { memberId, submission: crypto.randomUUID(), action: "card-replaced" as const, reason: LOST_KEY };
    const change = { kind: GIFT_CARD, record: id, version: after.version, field: "card-replaced" };
    await logChanges(tx, act, [{ ...change, old: before.lastFour, new: after.lastFour }]);
  });
}
