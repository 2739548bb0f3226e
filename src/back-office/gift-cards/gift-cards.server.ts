import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { acts } from "~/shop/audit/acts.server";
import { entriesOf, type GiftCardEntry, holdsOf } from "~/shop/gift-cards/gift-cards.server";
import { orNotFound } from "~/shop/form";
import { isUuid } from "~/shop/is-uuid";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { cents, formatCents } from "~/shop/money";
import { GIFT_CARD } from "~/shop/gift-cards/gift-card-log";
import { type ListedGiftCard, listedGiftCard } from "~/shop/gift-cards/gift-card-list.server";
import { whyNotPaidOut } from "~/shop/orders/gift-cards/pay-out-gift-card.server";
import { madeCredit, type MadeCredit } from "~/shop/orders/gift-cards/credit-cards.server";
import { orderOfCard, refundableLineOf, whyKeptClosed } from "~/shop/orders/gift-cards/bought-cards.server";
import { memberRefusals } from "~/shop/member-refusals";
import { shownNumber } from "~/shop/orders/order-number";
import { dayIn, dayWords, sentenceTime, spokenTime, wholeDate } from "~/shop/shop-time";
import { pageSizes } from "../page-sizes";
import { cardActName } from "./gift-card-kind";
import { cardState, entryWords, originWords, paidOutWords } from "./gift-card-state";

type Reading = Pick<Services, "db" | "sealer" | "settings">;

/**
 * A card for a page about it.
 *
 * @throws {Refusal} `right-missing`; a response 404 for an unknown card.
 */
export const existingCard = async (services: Reading, member: Member, id: string | undefined) =>
  orNotFound(isUuid(id ?? "") ? await listedGiftCard(services, member, id ?? "") : undefined);

/**
 * A card for a page that changes it, with its version for the form, what can be spent of it now, and the day for which its letter waits.
 *
 * @throws {Refusal} as `existingCard`.
 */
export async function cardToChange(services: Reading, member: Member, id: string | undefined) {
  await requireRight(services, member, "gift-cards.change");
  const card = await existingCard(services, member, id);
  const waits = card.sentAt === null && card.sendOn > dayIn(new Date(), services.settings().timeZone);
  return {
    ...card,
    left: cents(card.balance - card.held),
    credit: await madeCredit(services.db, card.id),
    waitsFor: waits ? dayWords(card.sendOn) : null,
    submission: randomUUID(),
  };
}

/**
 * All that the page of a card shows.
 *
 * @throws {Refusal} as `existingCard`.
 */
export async function giftCardPage(services: Reading, member: Member, id: string | undefined, now: Date) {
  const card = await existingCard(services, member, id);
  const { db, settings } = services;
  const { timeZone: zone } = settings();
  const today = dayIn(now, zone);
  const isOpen = card.state === "open";
  const [entries, credit, boughtIn, keptClosed, holds, history, names, refundable] = await Promise.all([
    entriesOf(db, card.id),
    madeCredit(db, card.id),
    orderOfCard(db, card.id),
    isOpen ? null : whyKeptClosed(db, card.id),
    holdsOf(db, card.id),
    can(member, "log.read")
      ? acts(services, member, [], { kind: GIFT_CARD, record: card.id }, pageSizes.log, now)
      : Promise.resolve([]),
    memberNames(db),
    can(member, "money.refund") ? refundableLineOf(db, card.id) : undefined,
  ]);
  const nameOf = (memberId: string | null): string | null => (memberId ? (names.get(memberId) ?? "Somebody") : null);
  const left = cents(card.balance - card.held);
  return {
    id: card.id,
    lastFour: card.lastFour,
    isTest: !card.live,
    isLost: isOpen && !card.isOpenable,
    state: cardState(card, today),
    balance: formatCents(card.balance),
    rows: rowsOf(card, { today, zone, now, by: nameOf(card.memberId), credit, boughtIn }),
    /** Reason why the closed card cannot be opened again; null for any other. */
    keptClosed: keptClosed && memberRefusals[keptClosed].text,
    words: card.words,
    refusal: card.refusal,
    holds: holds.map(({ orderNumber, amount }) => ({
      orderNumber,
      order: shownNumber(orderNumber),
      amount: formatCents(amount),
    })),
    entries: entries.map((entry) => {
      const who = nameOf(entry.isCredit ? card.memberId : entry.memberId);
      return entryLine(entry, { now, zone, who });
    }),
    history: history.map(({ act, at, reason, memberId, changes: [change] }) => ({
      id: act,
      at: spokenTime(at, now, zone),
      iso: at.toISOString(),
      what: [cardActName(change?.field ?? ""), reason].filter(Boolean).join(": "),
      who: nameOf(memberId),
    })),
    may: {
      change: can(member, "gift-cards.change"),
      sendAgain: isOpen && card.email !== null && left > 0 && card.isOpenable,
      correct: isOpen,
      replace: isOpen,
      close: isOpen,
      open: !isOpen && keptClosed === null,
      refund: refundable !== undefined,
      payOut: whyNotPaidOut({ ...card, left }, settings()) === null,
    },
  };
}

/** An entry of the ledger as the page shows it. */
const entryLine = (
  { id, at, kind, amount, orderNumber, paidBy, isCredit }: GiftCardEntry,
  { now, zone, who }: { now: Date; zone: string; who: string | null },
) => ({
  id,
  at: spokenTime(at, now, zone),
  iso: at.toISOString(),
  what: [isCredit ? "Store credit, for" : entryWords[kind], paidBy && paidOutWords[paidBy].toLowerCase()]
    .filter(Boolean)
    .join(", "),
  amount: `${amount < 0 ? "−" : "+"}${formatCents(cents(Math.abs(amount)))}`,
  orderNumber,
  order: orderNumber && shownNumber(orderNumber),
  who,
});

interface About {
  today: string;
  zone: string;
  now: Date;
  /** Name of the member who gave the card. */
  by: string | null;
  /** Store credit that made the card. */
  credit: MadeCredit | undefined;
  /** Number of the order that bought the card. */
  boughtIn: string | undefined;
}

/** A row about a card; `order` is an order that its value ends with, as a link. */
interface CardRow {
  name: string;
  value: string;
  order?: { to: string; shown: string };
}

const orderLink = (number: string): Required<CardRow>["order"] => ({
  to: `/orders/${number}`,
  shown: shownNumber(number),
});

function rowsOf(card: ListedGiftCard, { today, zone, now, by, credit, boughtIn }: About): CardRow[] {
  const { balance, held, recipient, email, reason, closedReason } = card;
  return [
    { name: "Balance", value: formatCents(balance) },
    ...(held > 0
      ? [
          { name: "Held by unpaid orders", value: formatCents(held) },
          { name: "Can be spent now", value: formatCents(cents(balance - held)) },
        ]
      : []),
    {
      name: "From",
      value: `${originWords(card.origin)}${by ? ` by ${by}` : ""}, ${wholeDate(card.madeAt, zone)}${boughtIn ? ", in order" : ""}`,
      ...(boughtIn && { order: orderLink(boughtIn) }),
    },
    ...(reason ? [{ name: "Why", value: reason }] : []),
    ...(credit
      ? [
          {
            name: "In place of",
            value: `${formatCents(credit.amount)} back for order`,
            order: orderLink(credit.orderNumber),
          },
          ...(credit.agreed ? [{ name: "The shopper agreed to", value: credit.agreed }] : []),
        ]
      : []),
    { name: "For", value: [recipient, email].filter(Boolean).join(", ") || "Nobody named" },
    { name: "Letter", value: letterWords(card, { today, zone, now }) },
    ...(closedReason ? [{ name: "Closed because", value: closedReason }] : []),
  ];
}

/** State of the letter with the card's present code. */
function letterWords(
  { email, sentAt, refusedAt, sendOn, state, balance, held }: ListedGiftCard,
  { today, zone, now }: Pick<About, "today" | "zone" | "now">,
): string {
  if (sentAt) return `Left ${sentenceTime(sentAt, now, zone)}`;
  if (email === null) return "None: the card has no address";
  if (refusedAt) return `Refused by the mail server, ${sentenceTime(refusedAt, now, zone)}`;
  if (state === "closed" || balance <= 0) return "None";
  if (sendOn > today) return `Waits for ${dayWords(sendOn)}`;
  return balance - held <= 0 ? "Waits until something on the card can be spent" : "On its way";
}
