import { and, asc, desc, eq, getViewSelectedFields, isNull, ne, isNotNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { OrderFee } from "~/shop/price";
import { recordChanges } from "~/shop/audit/change-log.server";
import { memberNames } from "~/shop/members/member-names.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { type Dispute, disputedAmong, disputesOf } from "~/shop/payments/disputes.server";
import type { PaidCard } from "~/shop/payments/gateway";
import { lastFoursOf } from "~/shop/gift-cards/gift-cards.server";
import { arrivedPayments, paymentsOf, takenBy } from "~/shop/payments/order-payments.server";
import { cardOf, type Payment } from "~/shop/payments/payments.server";
import { type DisputeMark, type Hold, sumOfRests } from "~/shop/payments/refundable";
import { type Refund, refundsOf, restsOf } from "~/shop/payments/refunds.server";
import { type HistoryEntry, inOrder, moneyKinds, withoutMoney } from "./order-history";
import { kindsOf } from "./kinds-apart.server";
import type { OrderKind } from "./order-facts";
import { isAddressOpen, orderAddressRecord } from "./order-records.server";
import { orderEmailRecord } from "./order-email.server";
import { addressLines, type OfferPart, type OrderState } from "./order";
import { orderFacts } from "./order-facts.tables";
import { letters, orderEvents, orders, refundLines } from "./orders.tables";
import { standingLines } from "./standing-lines.tables";
import { orderNotes } from "./order-notes.tables";
import { type CreditCard, creditCardsOf } from "./gift-cards/credit-cards.server";
import { refundExtras } from "./refunds/refund-extras.tables";
import { lineProgress } from "./parcels/line-progress.server";
import { NAMED_FEES } from "./named-fees.server";
import { IS_PRESENT_LINE, OFFER_PARTS } from "./offer-parts.server";
import { parcelsOf } from "./parcels/parcels.server";
import type { LostPieces } from "./parcels/lost-pieces";
import { lostPiecesOf, undecidedPieces } from "./parcels/lost-pieces.server";
import { leftToSend, type LineProgress, type Parcel, type Pieces } from "./parcels/pieces";
import { type Replacement, replacementsOf } from "./parcels/replacements.server";
import type { TaxMark } from "~/shop/tax/quote-tax";
import { isBesideStates } from "~/shop/zip-regions";
import { orderTaxes } from "./order-taxes.tables";

/** Order line as members see it; amounts only for members who may see money. */
export interface MemberLine {
  position: number;
  productId: string;
  name: string;
  size: string;
  color: string;
  sku: string;
  image: string | null;
  quantity: number;
  /** Numbers of pieces that were sent, that were called off, and that still wait. */
  sent: number;
  calledOff: number;
  waiting: number;
  money: { each: Cents; whole: Cents; refunded: number } | null;
  /** Gift card that the line bought; unset for goods, and before the payment. */
  giftCard?: MemberCard;
  /** Set for a present that an offer gave. */
  isPresent?: true;
}

/** A gift card of an order's line as members see it. */
export interface MemberCard {
  id: string;
  lastFour: string;
  state: "open" | "closed";
  /** Day on which its letter leaves, and the time when it did. */
  sendOn: string;
  sentAt: string | null;
}

/** Refund as members see it, by line and other parts. */
export interface MemberRefund extends Pick<
  Refund,
  "id" | "paymentId" | "cause" | "amount" | "state" | "code" | "handledAt" | "at" | "reason"
> {
  /** Gift card onto which it was given as store credit; null for money back. */
  credit: CreditCard | null;
  lines: { position: number; quantity: number; amount: Cents }[];
  extras: { kind: "delivery" | "fees" | "goodwill"; amount: Cents }[];
}

/** A payment whose money arrived, with what names it. */
export interface ReceivedPayment extends Pick<Payment, "id" | "kind" | "amount" | "method"> {
  card: PaidCard | null;
  /** Last four signs of the gift card that paid; null for other payments. */
  giftCard: string | null;
}

/** Payments and refunds of an order. */
export interface OrderMoney {
  orderValue: Cents;
  discount: Cents;
  discountCode: string | null;
  /** Amounts that offers took off, which is in the discount; unset without any. */
  offers?: readonly OfferPart[] | undefined;
  deliveryFee: Cents;
  tax: Cents;
  /** Mark of the order's tax: no rate matched, or the shop's own rates replaced the tax service; null for none. */
  taxMark: TaxMark | null;
  fees: Cents;
  /** Fees by name; unset if the order has none. */
  namedFees?: readonly OrderFee[] | undefined;
  total: Cents;
  /** Received payments: what gift cards paid, the payment of the order, then those of its changes, the oldest first. */
  payments: ReceivedPayment[];
  isPaid: boolean;
  /** Sum of the received payments, in cents. */
  taken: Cents;
  refunds: MemberRefund[];
  /** Money kept after all refunds that did not fail, confirmed or not, and without what banks took, in cents. */
  kept: Cents;
  /** Money that the gateway refunds now, in cents, and why it refunds less than is kept. */
  refundable: Cents;
  /** Part of it that no gift card paid, in cents: it can be given as store credit. */
  creditable: Cents;
  hold: Hold | null;
  disputes: Dispute[];
  /** True if a requested refund is not confirmed yet, so that no other can be requested. */
  isUnconfirmed: boolean;
}

/** Order with the parts that the member may see. */
export interface MemberOrder {
  number: string;
  version: number;
  state: OrderState;
  at: Date;
  paidAt: Date | null;
  /** Day by which the rest of it has to leave, such as 2026-12-03; null without a promise, and once it has left. */
  shipBy: string | null;
  kind: OrderKind;
  /** Whether a payment is disputed; unlike `money`, for all members, since they pack and ship. */
  dispute: DisputeMark | null;
  lines: MemberLine[];
  parcels: Parcel[];
  replacements: Replacement[];
  /** Pieces of lost parcels, and those of them about which nobody has decided yet, unless their parcel arrived. */
  lost: LostPieces[];
  undecided: (Pieces & { parcelId: number })[];
  money: OrderMoney | null;
  to: string[] | null;
  /** True while the address can be corrected, that is, until something was shipped. */
  isAddressOpen: boolean;
  /** Name of the method of delivery, if its shopper chose another one than the usual. */
  deliveryMethod: string | null;
  contact: { name: string; email: string; phone: string; otherOrders: number } | null;
  history: HistoryEntry[];
}

type OrderRow = typeof orders.$inferSelect;

/**
 * Reads an order with everything that a member may see; null for an unknown number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function memberOrder(
  services: Pick<Services, "db">,
  member: Member,
  number: string,
): Promise<MemberOrder | null> {
  await requireRight(services, member, "orders.read");
  const { db } = services;
  // The version is read first, so that an act is refused if anything changes while the rest is read.
  const [found] = await db
    .select({ row: orders, namedFees: NAMED_FEES, offers: OFFER_PARTS, shipBy: orderFacts.shipBy })
    .from(orders)
    .leftJoin(orderFacts, eq(orderFacts.number, orders.number))
    .where(eq(orders.number, number));
  if (!found) return null;
  const { row } = found;
  const maySeeMoney = can(member, "money.read");
  const [kinds, sold, parcels, replacements, refunds, isOpen, history, contact, lost, undecided, disputes] =
    await Promise.all([
      kindsOf(db, [number]),
      linesOf(db, row, maySeeMoney),
      parcelsOf(db, number),
      replacementsOf(db, number),
      maySeeMoney ? refundsWithParts(db, number) : [],
      isAddressOpen(db, number, row.state),
      historyOf(db, member, number),
      can(member, "people.read") ? contactOf(db, row) : null,
      lostPiecesOf(db, number),
      undecidedPieces(db, number),
      disputedAmong(db, [number]),
    ]);
  return {
    number,
    version: row.version,
    state: row.state,
    at: row.paidAt ?? row.draftedAt,
    paidAt: row.paidAt,
    shipBy: found.shipBy,
    kind: kinds.get(number)?.kind ?? "real",
    dispute: disputes.get(number) ?? null,
    lines: sold,
    parcels,
    replacements,
    lost,
    undecided,
    money: maySeeMoney
      ? {
          ...(await moneyOf(db, row, refunds)),
          namedFees: found.namedFees ?? undefined,
          offers: found.offers ?? undefined,
        }
      : null,
    to: can(member, "orders.address.read") ? addressLines(row) : null,
    isAddressOpen: isOpen,
    deliveryMethod: row.deliveryMethod,
    contact,
    history,
  };
}

/** Lines of an order with the states of their pieces and gift cards. */
async function linesOf(db: Database, { number, state }: OrderRow, maySeeMoney: boolean): Promise<MemberLine[]> {
  const [sold, progress, cards] = await Promise.all([
    db
      .select({ line: getViewSelectedFields(standingLines), isPresent: IS_PRESENT_LINE })
      .from(standingLines)
      .where(eq(standingLines.orderNumber, number))
      .orderBy(asc(standingLines.position)),
    lineProgress(db, number),
    cardsOfOrder(db, number),
  ]);
  return sold.map(({ line, isPresent }) => {
    const giftCard = cards.get(line.position);
    const own = lineFor(line, progress, state, maySeeMoney);
    return { ...own, ...(giftCard && { giftCard }), ...(isPresent && { isPresent }) };
  });
}

/** Gift cards that an order bought, by the positions of their lines. */
async function cardsOfOrder(db: Database, number: string): Promise<Map<number, MemberCard>> {
  const { rows } = await db.execute<MemberCard & { position: number } & Record<string, unknown>>(sql`
    select own.position, card.id, card.last_four as "lastFour", card.state, card.send_on as "sendOn", card.sent_at as "sentAt"
    from gift_card_lines own join gift_cards card on card.id = own.card_id where own.order_number = ${number}`);
  return new Map(rows.map(({ position, ...card }) => [position, card]));
}

function lineFor(
  line: typeof standingLines.$inferSelect,
  all: LineProgress[],
  state: OrderState,
  maySeeMoney: boolean,
): MemberLine {
  const { position, productId, name, size, color, sku, image, quantity, price } = line;
  const progress = all.find((each) => each.position === position);
  const isOver = state === "cancelled" || state === "awaiting-payment";
  return {
    position,
    productId,
    name,
    size,
    color,
    sku,
    image,
    quantity,
    sent: progress?.sent ?? 0,
    calledOff: progress?.calledOff ?? 0,
    waiting: progress && !isOver ? leftToSend(progress) : 0,
    money: maySeeMoney
      ? { each: price, whole: cents(price * quantity), refunded: progress?.refunded.quantity ?? 0 }
      : null,
  };
}

async function refundsWithParts(db: Database, number: string): Promise<MemberRefund[]> {
  const [all, credits, lines, extras] = await Promise.all([
    refundsOf(db, number),
    creditCardsOf(db, number),
    db.select().from(refundLines).where(eq(refundLines.orderNumber, number)).orderBy(asc(refundLines.position)),
    db.select().from(refundExtras).where(eq(refundExtras.orderNumber, number)).orderBy(asc(refundExtras.kind)),
  ]);
  return all.map(({ id, paymentId, cause, amount, state, code, handledAt, at, reason }) => ({
    id,
    paymentId,
    cause,
    amount,
    state,
    code,
    handledAt,
    at,
    reason,
    credit: credits.get(id) ?? null,
    lines: lines.filter(({ refundId }) => refundId === id),
    extras: extras.filter(({ refundId }) => refundId === id),
  }));
}

async function moneyOf(db: Database, order: OrderRow, refunds: MemberRefund[]): Promise<OrderMoney> {
  const { orderValue, discount, discountCode, deliveryFee, tax, fees, total } = order;
  const all = await paymentsOf(db, order.number);
  const taken = all ? takenBy(all) : cents(0);
  const paid = all ? arrivedPayments(all).toReversed() : [];
  const lastFours = await lastFoursOf(db, all?.cards.map(({ giftCardId }) => giftCardId) ?? []);
  const rests = await restsOf(db, paid);
  const { kept, refundable, hold } = sumOfRests(rests);
  return {
    orderValue,
    discount,
    discountCode,
    deliveryFee,
    tax,
    taxMark: isBesideStates(order.postalCode) ? "no-tax-place" : await taxMarkOf(db, order.number),
    fees,
    total,
    payments: paid.map((payment) => ({
      id: payment.id,
      kind: payment.kind,
      amount: payment.amount,
      method: payment.method,
      card: cardOf(payment),
      giftCard: payment.kind === "gift-card" ? (lastFours.get(payment.giftCardId) ?? "") : null,
    })),
    isPaid: all?.first.state === "received",
    taken,
    refunds,
    kept,
    refundable,
    creditable: sumOfRests(rests.filter((_, place) => paid[place]?.kind !== "gift-card")).refundable,
    hold,
    disputes: await disputesOf(db, order.number),
    isUnconfirmed: refunds.some(({ state }) => state === "requested"),
  };
}

async function contactOf(db: Database, { number, name, email, phone }: OrderRow): Promise<MemberOrder["contact"]> {
  const others = and(eq(orders.email, email), ne(orders.number, number), ne(orders.state, "awaiting-payment"));
  return { name, email, phone, otherOrders: await db.$count(orders, others) };
}

/** History of an order, newest first: events, letters, notes and earlier addresses. */
async function historyOf(db: Database, member: Member, number: string): Promise<HistoryEntry[]> {
  const [events, notes, addresses, emails, names] = await Promise.all([
    db
      .select({ event: orderEvents, letterId: letters.id, recipient: letters.recipient })
      .from(orderEvents)
      .leftJoin(letters, and(eq(letters.onceKey, orderEvents.onceKey), isNull(letters.erasedAt)))
      .where(eq(orderEvents.orderNumber, number))
      .orderBy(desc(orderEvents.id)),
    db
      .select()
      .from(orderNotes)
      .where(and(eq(orderNotes.orderNumber, number), isNull(orderNotes.removedAt)))
      .orderBy(desc(orderNotes.id)),
    can(member, "orders.address.read") ? recordChanges(db, { kind: orderAddressRecord.kind, record: number }) : [],
    can(member, "people.read") ? recordChanges(db, { kind: orderEmailRecord.kind, record: number }) : [],
    memberNames(db),
  ]);
  const maySee = (kind: string) => can(member, "money.read") || !moneyKinds.has(kind);
  const nameOf = (id: string | undefined | null) => (id ? (names.get(id) ?? id) : null);
  return inOrder([
    ...events
      .filter(({ event }) => maySee(event.kind))
      .map(({ event, letterId, recipient }): HistoryEntry => ({
        kind: "event",
        id: `event ${event.id}`,
        at: event.at,
        event: event.kind,
        by: event.actor.kind,
        who: event.actor.kind === "staff" ? nameOf(event.actor.name) : null,
        details: can(member, "money.read") ? event.details : withoutMoney(event.details),
        letter: letterId === null ? null : { id: letterId, to: can(member, "people.read") ? recipient : null },
      })),
    ...notes.map(({ id, at, note, memberId, version }): HistoryEntry => ({
      kind: "note",
      id: `note ${id}`,
      at,
      note: { id, version, text: note },
      who: nameOf(memberId),
    })),
    ...[...addresses, ...emails]
      .filter(({ field }) => field !== "phone" || can(member, "people.read"))
      .map((change): HistoryEntry => ({
        kind: "address",
        id: `change ${change.id}`,
        at: change.at,
        field: change.field,
        old: change.isErased ? null : String(change.old ?? ""),
        who: nameOf(change.memberId),
      })),
  ]);
}

/** Mark of an order's tax for members, such as `no-rate` if no rate matched its address; null without a mark. */
async function taxMarkOf(db: Database, number: string): Promise<TaxMark | null> {
  const isMarked = and(eq(orderTaxes.orderNumber, number), isNotNull(orderTaxes.mark));
  const [row] = await db.select({ mark: orderTaxes.mark }).from(orderTaxes).where(isMarked).limit(1);
  return row?.mark ?? null;
}
