import { randomInt } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { isIn, type Portion } from "~/platform/turns.server";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { drawnGiftCardCode, lastFourOf } from "./gift-card-code";
import type { GiftCardEntryKind, PaidOutWay } from "./gift-card-entries";
import { giftCardEntries, giftCards } from "./gift-cards.tables";

export type GiftCard = typeof giftCards.$inferSelect;
/** A card without its code, and what it is worth to the next order, in cents. */
export type GiftCardWithLeft = Omit<GiftCard, "codeHash" | "sealedCode"> & { left: Cents };

/** Purpose under which codes are sealed and hashed; it never changes. */
const CODE = "gift-card code";

/** Keyed hash by which the card of a code is found. */
const hashOf = (sealer: Sealer, code: string): string => sealer.sign(CODE, code);

/** Draws a code; returns the columns of its card, or of the line that buys it. */
export function drawnCode(sealer: Sealer): Pick<GiftCard, "codeHash" | "sealedCode" | "lastFour"> {
  const code = drawnGiftCardCode(randomInt);
  return { codeHash: hashOf(sealer, code), sealedCode: sealer.seal(CODE, code), lastFour: lastFourOf(code) };
}

/** Code of a card; undefined without the secret key under which it was sealed: then the card has to be replaced. */
export const openedCode = (sealer: Sealer, { sealedCode }: Pick<GiftCard, "sealedCode">): string | undefined =>
  sealer.open<string>(CODE, sealedCode);

const LEFT = sql<string>`gift_card_left(${giftCards.id})`;

const select = (db: Database) => db.select({ card: giftCards, left: LEFT }).from(giftCards);
const shown = ({ card, left }: { card: GiftCard; left: string }): GiftCardWithLeft & { sealedCode: string } => {
  const { codeHash: _, ...own } = card;
  return { ...own, left: cents(Number(left)) };
};

/** A card by its id; undefined for an unknown one. Its `sealedCode` is for its letter and its page to print only. */
export async function cardById(
  db: Database,
  id: string,
): Promise<(GiftCardWithLeft & { sealedCode: string }) | undefined> {
  const [row] = await select(db).where(eq(giftCards.id, id));
  return row && shown(row);
}

/** Amount that a card is worth to the next order, in cents; 0 for an unknown one. */
export const leftOnCard = async (db: Database, id: string): Promise<Cents> =>
  (await cardById(db, id))?.left ?? cents(0);

/** Cards by their codes, in the order of these; undefined for codes that no card has. */
export async function cardsByCodes(
  { db, sealer }: { db: Database; sealer: Sealer },
  codes: readonly string[],
): Promise<(GiftCardWithLeft | undefined)[]> {
  if (codes.length === 0) return [];
  const hashes = codes.map((code) => hashOf(sealer, code));
  const rows = await select(db).where(inArray(giftCards.codeHash, hashes));
  return hashes.map((hash) => {
    const row = rows.find(({ card }) => card.codeHash === hash);
    return row && shown(row);
  });
}

/** Locks cards for this transaction, by id, as the last of all locks. */
export async function lockCards(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: giftCards.id })
    .from(giftCards)
    .where(inArray(giftCards.id, [...ids]))
    .orderBy(giftCards.id)
    .for("no key update");
}

/** A new card that a member gives. */
export interface NewGiftCard {
  amount: Cents;
  live: boolean;
  memberId: string;
  reason: string;
  email: string | null;
  recipient: string;
  words: string;
  /** Day in the shop's time zone on which its letter leaves. */
  sendOn: string;
}

/** Makes a card with the entry that a member gave it. */
export async function makeGiftCard(
  tx: Transaction,
  sealer: Sealer,
  { amount, ...card }: NewGiftCard,
): Promise<GiftCard> {
  const made = await insertCard(tx, sealer, card);
  await tx.insert(giftCardEntries).values({ cardId: made.id, kind: "given", amount, memberId: card.memberId });
  return made;
}

/** Makes a card without an entry, as store credit: the refund that has its id writes the entry (`note_gift_card_refund`). */
export const makeCreditCard = (
  tx: Transaction,
  sealer: Sealer,
  card: Pick<NewGiftCard, "live" | "memberId" | "email" | "recipient" | "sendOn"> & { id: string },
): Promise<GiftCard> => insertCard(tx, sealer, card);

async function insertCard(
  tx: Transaction,
  sealer: Sealer,
  card: Omit<typeof giftCards.$inferInsert, keyof ReturnType<typeof drawnCode>>,
): Promise<GiftCard> {
  const [made] = await tx
    .insert(giftCards)
    .values({ ...card, ...drawnCode(sealer) })
    .returning();
  if (!made) throw new Error("The card was not made.");
  return made;
}

/**
 * Changes a card whose form showed `version`; a new code also replaces the former one, which is worth nothing from then on. `first`
 * runs before, under the card's lock, and its answer is returned: a card that closes loses what went back of its price, if it is not paid out.
 *
 * @throws {Refusal} `edited-meanwhile` if it has changed since; `record-unknown`.
 */
export async function changeGiftCard(
  tx: Transaction,
  { id, version }: Pick<GiftCard, "id" | "version">,
  change: (card: GiftCard) => Partial<Omit<GiftCard, "id" | "version">> & { replaces?: Sealer | undefined },
  first?: () => Promise<Cents | void>,
): Promise<{ before: GiftCard; after: GiftCard; told: Cents | void }> {
  const [before] = await tx.select().from(giftCards).where(eq(giftCards.id, id)).for("no key update");
  if (!before) throw new Refusal("record-unknown");
  if (before.version !== version) throw new Refusal("edited-meanwhile");
  const { replaces, ...columns } = change(before);
  const told = await first?.();
  const code = replaces ? { ...drawnCode(replaces), codeRound: before.codeRound + 1, sentAt: null } : {};
  const isAskedAgain = columns.letters !== undefined && columns.letters !== before.letters;
  const [after] = await tx
    .update(giftCards)
    .set({ ...columns, ...code, ...(isAskedAgain && { refusedAt: null, refusal: null }), version: version + 1 })
    .where(eq(giftCards.id, id))
    .returning();
  if (!after) throw new Refusal("record-unknown");
  return { before, after, told };
}

/** Writes that a member paid out an amount of a card. */
export async function notePaidOut(
  tx: Transaction,
  { amount, ...entry }: { cardId: string; amount: Cents; memberId: string; paidBy: PaidOutWay },
): Promise<void> {
  await tx.insert(giftCardEntries).values({ ...entry, kind: "paid-out", amount: cents(-amount) });
}

/** Sum of the cards that a member gave since a moment, in cents. */
export async function cardsGivenSince(db: Database, memberId: string, since: Date): Promise<Cents> {
  const isGiven = and(eq(giftCardEntries.kind, "given"), eq(giftCardEntries.memberId, memberId));
  const rows = await db
    .select({ amount: giftCardEntries.amount })
    .from(giftCardEntries)
    .where(and(isGiven, gt(giftCardEntries.at, since)));
  return sum(rows.map(({ amount }) => amount));
}

/**
 * Condition for cards among those of another condition whose ledger has something left. It adds their entries up at once: a sum for
 * each card takes more than a second for 50,000 used-up cards that got other codes.
 */
export const hasRestAmong = (
  among: SQL | undefined,
): SQL => sql`${giftCards.id} in (select entry.card_id from gift_card_entries entry
  where entry.card_id in (select ${giftCards.id} from ${giftCards} where ${among ?? sql`true`})
  group by entry.card_id having sum(entry.amount_cents) > 0)`;

/** Open cards that are worth something and whose letter is due on a day in the shop's time zone, the oldest first. */
export const cardsToSend = (
  db: Database,
  today: string,
  portion: Portion,
): Promise<Pick<GiftCard, "id" | "codeRound" | "letters">[]> =>
  db
    .select({ id: giftCards.id, codeRound: giftCards.codeRound, letters: giftCards.letters })
    .from(giftCards)
    .where(and(isUnsentOn(today), hasRestAmong(isUnsentOn(today)), sql`${LEFT} > 0`, isIn(giftCards.id, portion)))
    .orderBy(giftCards.sendOn, giftCards.id)
    .limit(portion.most);

/** Condition for open cards whose letter is due on a day, was not refused, and has not left. */
const isUnsentOn = (today: string) =>
  and(
    isNull(giftCards.sentAt),
    isNull(giftCards.refusedAt),
    isNotNull(giftCards.email),
    lte(giftCards.sendOn, today),
    eq(giftCards.state, "open"),
  );

type SentLetter = Pick<GiftCard, "id" | "codeRound" | "letters">;

/** Condition for a card whose letter has not been noted as sent, and of which no other letter was asked for meanwhile. */
const isStillUnsent = ({ id, codeRound, letters }: SentLetter) =>
  and(
    eq(giftCards.id, id),
    eq(giftCards.codeRound, codeRound),
    eq(giftCards.letters, letters),
    isNull(giftCards.sentAt),
  );

/** Records that the letter with a card's present code has left, unless another letter was asked for meanwhile. */
export async function noteSent(db: Database, letter: SentLetter, now: Date): Promise<void> {
  await db.update(giftCards).set({ sentAt: now }).where(isStillUnsent(letter));
}

/** Records that a mail server refused the letter of a card for good, unless another letter was asked for meanwhile. */
export async function noteRefused(
  db: Database,
  letter: SentLetter,
  { at, words }: { at: Date; words: string },
): Promise<void> {
  // The words name the address, which an erasure may have taken out meanwhile.
  const refusal = sql`case when ${giftCards.email} is not null then ${words}::text end`;
  await db.update(giftCards).set({ refusedAt: at, refusal }).where(isStillUnsent(letter));
}

/** An entry of a card's ledger, with the order that it belongs to. */
export interface GiftCardEntry {
  id: number;
  kind: GiftCardEntryKind;
  amount: Cents;
  at: Date;
  orderNumber: string | null;
  memberId: string | null;
  paidBy: PaidOutWay | null;
  /** True for money of an order that came onto the card as store credit; false for what the card had paid, and for other entries. */
  isCredit: boolean;
}

/** Ledger of a card, newest first. */
export async function entriesOf(db: Database, cardId: string): Promise<GiftCardEntry[]> {
  const orderNumber = sql<string | null>`(select order_number from payments
    where payments.id = coalesce(${giftCardEntries.paymentId}, (select payment_id from refunds where refunds.id = ${giftCardEntries.refundId})))`;
  const isCredit = sql<boolean>`exists (select from refunds where refunds.id = ${giftCardEntries.refundId} and refunds.onto = 'gift-card')`;
  const { id, kind, amount, at, memberId, paidBy } = giftCardEntries;
  return db
    .select({ id, kind, amount, at, memberId, paidBy, orderNumber, isCredit })
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, cardId))
    .orderBy(desc(giftCardEntries.id));
}

/** Orders that hold parts of a card at present, in cents. */
export async function holdsOf(db: Database, cardId: string): Promise<{ orderNumber: string; amount: Cents }[]> {
  const { rows } = await db.execute<{ orderNumber: string; amount: Cents }>(sql`
    select order_number as "orderNumber", amount_cents as amount from payments
    where gift_card_id = ${cardId} and state = 'requested' order by requested_at`);
  return rows;
}

/** Last four signs of gift cards by their id. */
export async function lastFoursOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: giftCards.id, lastFour: giftCards.lastFour })
    .from(giftCards)
    .where(inArray(giftCards.id, [...ids]));
  return new Map(rows.map(({ id, lastFour }) => [id, lastFour]));
}
