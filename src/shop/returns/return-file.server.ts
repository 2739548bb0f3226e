import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import type { Hold } from "~/shop/payments/refundable";
import { refundOfCause, type RefundOfCause } from "~/shop/payments/refunds.server";
import { type OrderLine, type OrderState, addressLines } from "~/shop/orders/order";
import { type CreditCard, creditCardsOf } from "~/shop/orders/gift-cards/credit-cards.server";
import { exchangeToPay, type OrderChange } from "~/shop/orders/changes/open-change.server";
import { isDisputed } from "~/shop/orders/disputes/disputed.server";
import { kindsOf } from "~/shop/orders/kinds-apart.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { type OrderFile, orderFile } from "~/shop/orders/order-file.server";
import { returnEvents } from "~/shop/orders/return-events.server";
import type { ReplacementState } from "~/shop/orders/parcels/pieces";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import type { Reason } from "./return-reasons";
import { linesToSettle } from "./lines-to-settle.server";
import { moneyLeftOf } from "./money-left.server";
import { type PiecesInReturns, piecesInReturns } from "./pieces-in-returns.server";
import type { RefundedBefore } from "./refunded-before";
import { refundedBeforeByLine } from "./refunded-before.server";
import { arrivedOf, returnByNumber, type WholeReturn } from "./returns.server";
import type { ArrivedPieces, LineToSettle, MoneyLeft, ReturnState } from "./settlement";

/** A line of a return as shown to members. */
export interface ReturnFileLine {
  position: number;
  name: string;
  size: string;
  color: string;
  image: string;
  quantity: number;
  reason: Reason;
  exchangeFor: string;
  arrived: (ArrivedPieces & { restocked: number })[];
  refunded: number;
  exchanged: number;
  /** Pieces refunded before they arrived; amounts only with the right to money. */
  before: { quantity: number; refunds: { at: Date; amount: Cents | null; isConfirmed: boolean }[] };
}

/** A return as shown to members; money and personal data only with the rights to read them. */
export interface ReturnFile {
  number: string;
  state: ReturnState;
  version: number;
  startedAt: Date;
  /** Whether the return was approved, and whether its label was sent or is not needed; both true if its pieces were here. */
  isApproved: boolean;
  isAnswered: boolean;
  labelUrl: string;
  words: string;
  order: { number: string; state: OrderState; version: number; kind: OrderKind };
  shopper: { name: string; email: string | null; address: string[] } | null;
  lines: ReturnFileLine[];
  /** Pieces of the order that the shopper has and that are in no return. */
  leftToReturn: number;
  /** Limits for settling each line, once the return is received. */
  toSettle: LineToSettle[];
  /** Refund of the return, in cents, and its state. */
  refund: (Pick<RefundOfCause, "amount" | "state"> & { credit?: CreditCard & { amount: Cents } }) | null;
  /** Refundable rest of the order in cents: delivery fee, total, and what of it can be given as store credit. */
  moneyLeft: (MoneyLeft & { credit: Cents; hold: Hold | null }) | null;
  /** Replacements of the return's pieces. */
  replacements: {
    name: string;
    size: string;
    color: string;
    quantity: number;
    state: ReplacementState;
    difference: Cents | null;
  }[];
  /** Price difference of the return's exchange; null without a difference. */
  exchange: { changeId: string; amount: Cents | null; isPaid: boolean; endsAt: Date | null } | null;
  events: { kind: string; actor: Actor; at: Date; isInOutbox: boolean }[];
}

/**
 * A return with its events; null for an unknown number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function returnFile(
  services: Pick<Services, "db">,
  member: Member,
  number: string,
): Promise<ReturnFile | null> {
  await requireRight(services, member, "returns.read");
  const { db } = services;
  const found = await returnByNumber(db, number);
  if (!found) return null;
  const { row, order, lines } = found;
  const [kinds, file, arrived, events, toSettle, before, exchange] = await Promise.all([
    kindsOf(db, [order.number]),
    orderFile(db, order.number),
    arrivedOf(db, [number]),
    returnEvents(db, order.number, number),
    row.state === "received" ? linesToSettle(db, number) : [],
    refundedBeforeByLine(db, found),
    exchangeToPay(db, number),
  ]);
  const inReturns = await piecesInReturns(services, member, order.number);
  const maySeeMoney = can(member, "money.read");
  const kind = kinds.get(order.number)?.kind ?? "real";
  const refund = maySeeMoney ? await refundOf(db, order.number, number) : null;
  const ofLine = (position: number) => order.lines.find((line) => line.position === position);
  const { state, version, startedAt, approvedAt, answeredAt, labelUrl, words } = row;
  return {
    number,
    state,
    version,
    startedAt,
    isApproved: approvedAt !== null,
    isAnswered: answeredAt !== null,
    labelUrl,
    words,
    toSettle,
    leftToReturn: leftOf(file.lines, inReturns),
    events,
    order: {
      number: order.number,
      state: order.state,
      version: file.version,
      kind,
    },
    shopper: can(member, "orders.address.read")
      ? { name: order.name, email: can(member, "people.read") ? order.email : null, address: addressLines(order) }
      : null,
    moneyLeft: maySeeMoney && row.state === "received" ? await moneyLeftFor(db, order.number, kind) : null,
    lines: lines.flatMap((line) => {
      const bought = ofLine(line.position);
      const own = arrived.filter((pieces) => pieces.position === line.position);
      return bought ? [fileLine(line, bought, own, before.get(line.position), maySeeMoney)] : [];
    }),
    refund,
    ...exchangeOf(file, number, exchange, maySeeMoney),
  };
}

/** Refund of a return, whole where it is of several payments; null without one. */
async function refundOf(db: Database, orderNumber: string, number: string): Promise<ReturnFile["refund"]> {
  const refund = await refundOfCause(db, orderNumber, refundCause.ofReturn(number));
  if (!refund) return null;
  const card = (await creditCardsOf(db, orderNumber)).get(refund.id);
  return { amount: refund.amount, state: refund.state, ...(card && { credit: { ...card, amount: refund.credit } }) };
}

/** Reserved or sent goods of a return's exchange, and their price difference. */
function exchangeOf(
  { replacements, order }: Pick<OrderFile, "replacements" | "order">,
  number: string,
  exchange: OrderChange | undefined,
  maySeeMoney: boolean,
): Pick<ReturnFile, "replacements" | "exchange"> {
  const nameAt = (position: number) => order.lines.find((line) => line.position === position)?.name ?? "";
  return {
    replacements: replacements
      .filter(({ returnNumber }) => returnNumber === number)
      .map(({ position, name, difference, state, size, color, quantity }) => ({
        name: name || nameAt(position),
        size,
        color,
        quantity,
        state,
        difference: maySeeMoney ? difference : null,
      })),
    exchange: exchange
      ? {
          changeId: exchange.id,
          amount: maySeeMoney ? exchange.difference : null,
          isPaid: exchange.state === "applied",
          endsAt: exchange.endsAt,
        }
      : null,
  };
}

async function moneyLeftFor(
  db: Database,
  number: string,
  kind: OrderKind,
): Promise<NonNullable<ReturnFile["moneyLeft"]>> {
  const { byGateways, ...left } = await moneyLeftOf(db, number);
  return { ...left, credit: kind === "sample" || (await isDisputed(db, number)) ? cents(0) : byGateways };
}

/** Number of pieces that the shopper has and that are in no return. */
const leftOf = (lines: OrderFile["lines"], inReturns: Map<number, PiecesInReturns>): number =>
  lines.reduce((count, { position, sent }) => {
    const { coming, back } = inReturns.get(position) ?? { coming: 0, back: 0 };
    return count + Math.max(0, sent - coming - back);
  }, 0);

function fileLine(
  { position, quantity, reason, exchangeFor, refunded, exchanged }: WholeReturn["lines"][number],
  { name, size, color, image }: OrderLine,
  arrived: ReturnFileLine["arrived"],
  before: RefundedBefore = { quantity: 0, refunds: [] },
  maySeeMoney = false,
): ReturnFileLine {
  const refunds = before.refunds.map((refund) => ({ ...refund, amount: maySeeMoney ? refund.amount : null }));
  const settled = { quantity, reason, exchangeFor, refunded, exchanged, arrived };
  return { position, name, size, color, image, ...settled, before: { quantity: before.quantity, refunds } };
}
