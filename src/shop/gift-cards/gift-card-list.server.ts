import { randomUUID } from "node:crypto";
import { and, desc, eq, getTableColumns, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { type Cell, csvFile, csvRows } from "~/platform/csv.server";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, dollars } from "~/shop/money";
import { dayIn } from "~/shop/shop-time";
import type { GiftCardFilter, GiftCardView } from "./gift-card-filter";
import { type GiftCard, hasRestAmong, openedCode } from "./gift-cards.server";
import type { GiftCardEntryKind } from "./gift-card-entries";
import { giftCards } from "./gift-cards.tables";
import { ALL_CARDS, GIFT_CARD } from "./gift-card-log";

/** A card of the list: without its code, with the sum of its ledger and what unpaid orders hold of it, in cents. */
export type ListedGiftCard = Omit<GiftCard, "codeHash" | "sealedCode"> & {
  balance: Cents;
  held: Cents;
  /** Cause of its first entry; null for a card without entries. */
  origin: GiftCardEntryKind | null;
};

const sumOfEntries = (condition: SQL) =>
  sql<Cents>`(select coalesce(sum(amount_cents), 0)::int from gift_card_entries where card_id = gift_cards.id and ${condition})`;
const BALANCE = sumOfEntries(sql`true`);
const HELD = sql<Cents>`(select coalesce(sum(amount_cents), 0)::int from payments where gift_card_id = gift_cards.id and state = 'requested')`;
const ORIGIN = sql<GiftCardEntryKind | null>`(select kind from gift_card_entries where card_id = gift_cards.id order by id limit 1)`;

const { codeHash: _hash, sealedCode: _code, ...shownColumns } = getTableColumns(giftCards);
const columns = { ...shownColumns, balance: BALANCE, held: HELD, origin: ORIGIN };

const isOpen = eq(giftCards.state, "open");
/** Whether a card's letter waits for its day. */
const waitsFor = (today: string): SQL =>
  sql`(${giftCards.sentAt} is null and ${giftCards.email} is not null and ${giftCards.sendOn} > ${today})`;

/** Cards of each view; in a live shop only the last has test cards. */
const views: Record<GiftCardView, (today: string) => SQL | undefined> = {
  open: (today) => and(isOpen, sql`not ${waitsFor(today)}`, sql`${BALANCE} > 0`),
  waiting: (today) => and(isOpen, waitsFor(today)),
  "used-up": (today) => and(isOpen, sql`not ${waitsFor(today)}`, sql`${BALANCE} = 0`),
  closed: () => eq(giftCards.state, "closed"),
  test: () => eq(giftCards.live, false),
};

/** Cards with a text in their recipient or address, with these last four signs, or of an order. */
function matching(text: string): SQL | undefined {
  const small = text.toLowerCase();
  const digits = text.replaceAll(/\D/g, "");
  return or(
    sql`strpos(lower(${giftCards.email}), ${small}) > 0`,
    sql`strpos(lower(${giftCards.recipient}), ${small}) > 0`,
    eq(giftCards.lastFour, text.toUpperCase()),
    digits
      ? sql`exists (select from payments where gift_card_id = gift_cards.id and order_number = ${digits})`
      : undefined,
  );
}

/** Whether a card stands behind another one in the list. */
const isBehind = (id: string): SQL =>
  sql`(${giftCards.madeAt}, ${giftCards.id}) < (select made_at, id from gift_cards where id = ${id}::uuid)`;

/**
 * Gift cards of a view, or of all views if a text is searched for, newest first; at most `most`.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listGiftCards(
  services: Pick<Services, "db" | "mode" | "settings">,
  member: Member,
  { show, text, after }: GiftCardFilter,
  most: number,
  now = new Date(),
): Promise<ListedGiftCard[]> {
  const { db, mode, settings } = services;
  await requireRight(services, member, "gift-cards.read");
  const today = dayIn(now, settings().timeZone);
  const isReal = mode === "live" && show !== "test" ? eq(giftCards.live, true) : undefined;
  const wanted = text === "" ? and(isReal, views[show](today)) : matching(text);
  return db
    .select(columns)
    .from(giftCards)
    .where(and(wanted, after === null ? undefined : isBehind(after)))
    .orderBy(desc(giftCards.madeAt), desc(giftCards.id))
    .limit(most);
}

/** Open cards behind one of the list, the newest first; at most `most`. */
export const openCardsBehind = (
  db: Database,
  last: string | undefined,
  most: number,
): Promise<Pick<GiftCard, "id" | "sealedCode" | "version">[]> =>
  db
    .select({ id: giftCards.id, sealedCode: giftCards.sealedCode, version: giftCards.version })
    .from(giftCards)
    .where(and(isOpen, last === undefined ? undefined : isBehind(last)))
    .orderBy(desc(giftCards.madeAt), desc(giftCards.id))
    .limit(most);

/**
 * A card of the list by its id; undefined for an unknown one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listedGiftCard(
  services: Pick<Services, "db" | "sealer">,
  member: Member,
  id: string,
): Promise<(ListedGiftCard & { isOpenable: boolean }) | undefined> {
  await requireRight(services, member, "gift-cards.read");
  const [found] = await services.db
    .select({ ...columns, sealedCode: giftCards.sealedCode })
    .from(giftCards)
    .where(eq(giftCards.id, id));
  if (!found) return undefined;
  const { sealedCode, ...card } = found;
  return { ...card, isOpenable: openedCode(services.sealer, { sealedCode }) !== undefined };
}

/** Number of cards at each end of the list whose codes are tried. */
const TRIED = 50;

/**
 * Whether codes of open cards cannot be opened any more, because the secret key is another one. The oldest and the newest cards are
 * tried: a lost key makes all older ones unreadable, and the oldest is replaced last.
 */
export async function hasLostCodes({ db, sealer }: Pick<Services, "db" | "sealer">): Promise<boolean> {
  const ends = await Promise.all(
    [giftCards.madeAt, desc(giftCards.madeAt)].map((order) =>
      db
        .select({ sealedCode: giftCards.sealedCode })
        .from(giftCards)
        .where(isOpen)
        .orderBy(order, giftCards.id)
        .limit(TRIED),
    ),
  );
  return ends.flat().some((card) => openedCode(sealer, card) === undefined);
}

/** Open cards that are worth something and have no address to which a letter could go; at most `most`, the oldest first. */
export const cardsWithoutAddress = (db: Database, most: number): Promise<ListedGiftCard[]> =>
  db
    .select(columns)
    .from(giftCards)
    .where(and(isOpen, isNull(giftCards.email), sql`${BALANCE} > 0`))
    .orderBy(giftCards.madeAt, giftCards.id)
    .limit(most);

/** A card whose letter could not leave: refused for good by a mail server, or its code cannot be opened. */
export interface UnsentGiftCard {
  id: string;
  lastFour: string;
  why: "refused" | "lost-code";
}

/** Cards whose day has come and whose letter could not leave, the first due first. */
export async function unsentGiftCards(
  { db, sealer, settings }: Pick<Services, "db" | "sealer" | "settings">,
  now: Date,
): Promise<UnsentGiftCard[]> {
  const { id, lastFour, sealedCode, refusedAt } = giftCards;
  const isDue = lte(giftCards.sendOn, dayIn(now, settings().timeZone));
  const isUnsent = and(isOpen, isNull(giftCards.sentAt), isNotNull(giftCards.email), isDue);
  const rows = await db
    .select({ id, lastFour, sealedCode, refusedAt })
    .from(giftCards)
    .where(and(isUnsent, hasRestAmong(isUnsent)))
    .orderBy(giftCards.sendOn, giftCards.id)
    .limit(MOST_UNSENT);
  return rows.flatMap((row) => {
    const why = row.refusedAt ? "refused" : openedCode(sealer, row) === undefined ? "lost-code" : undefined;
    return why === undefined ? [] : [{ id: row.id, lastFour: row.lastFour, why }];
  });
}

/** Most letters that are looked at for Today. */
const MOST_UNSENT = 200;

const HEADS = [
  "Ends in",
  "State",
  "Made",
  "From",
  "By",
  "For",
  "E-mail",
  "Letter on",
  "Letter left",
  "Came onto it",
  "Used",
  "Refunded to its buyer",
  "Paid out",
  "Balance",
  "Held by unpaid orders",
];

/** Number of cards that are read at a time for the file. */
const AT_ONCE = 1000;

/** Next cards of the file behind one of them. */
const cardsForFile = (db: Database, live: boolean, last: string | undefined) =>
  db
    .select({
      ...columns,
      onto: sumOfEntries(sql`kind not in ('used', 'refunded', 'paid-out')`),
      used: sumOfEntries(sql`kind = 'used'`),
      refunded: sumOfEntries(sql`kind = 'refunded'`),
      paidOut: sumOfEntries(sql`kind = 'paid-out'`),
    })
    .from(giftCards)
    .where(and(eq(giftCards.live, live), last === undefined ? undefined : isBehind(last)))
    .orderBy(desc(giftCards.madeAt), desc(giftCards.id))
    .limit(AT_ONCE);

/**
 * Streams all cards of real money as a CSV file, newest first, never with a code; in a shop in practice the test cards. The log records
 * the member.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function giftCardsFile(
  services: Pick<Services, "db" | "mode">,
  member: Member,
): Promise<ReadableStream<Uint8Array>> {
  const { db, mode } = services;
  await requireRight(services, member, "export", "gift-cards.read");
  const live = mode === "live";
  const count = await db.$count(giftCards, eq(giftCards.live, live));
  const names = await memberNames(db);
  const act = { memberId: member.id, submission: randomUUID(), action: "export" as const, reason: "" };
  await db.transaction((tx) =>
    logChanges(tx, act, [{ kind: GIFT_CARD, record: ALL_CARDS, version: 1, field: "export", old: null, new: count }]),
  );
  const encoder = new TextEncoder();
  let last: string | undefined;
  return new ReadableStream({
    async pull(controller) {
      const rows = await cardsForFile(db, live, last);
      const cells = rows.map((card) => cellsOf(card, names));
      controller.enqueue(encoder.encode(last === undefined ? csvFile(HEADS, cells) : csvRows(cells)));
      last = rows.at(-1)?.id;
      if (rows.length < AT_ONCE) controller.close();
    },
  });
}

const cellsOf = (
  card: Awaited<ReturnType<typeof cardsForFile>>[number],
  names: Awaited<ReturnType<typeof memberNames>>,
): Cell[] => [
  card.lastFour,
  card.state,
  card.madeAt.toISOString(),
  card.origin ?? "",
  (card.memberId && names.get(card.memberId)) || "",
  card.recipient,
  card.email ?? "",
  card.email === null ? "" : card.sendOn,
  card.sentAt?.toISOString() ?? "",
  ...[card.onto, card.used, card.refunded, card.paidOut, card.balance, card.held].map(dollars),
];
