import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { type OrderState, addressLines } from "~/shop/orders/order";
import { orderFile } from "~/shop/orders/order-file.server";
import { returnEvents } from "~/shop/orders/return-events.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import type { Reason } from "./return";
import { arrivedOf, returnByNumber } from "./returns.server";
import { linesToSettle } from "./settle-return.server";
import type { ArrivedPieces, LineToSettle, ReturnState } from "./settlement";

/** A line of a return as members see it. */
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
}

/** All that members have to know of a return; money and people only with the right to them. */
export interface ReturnFile {
  number: string;
  state: ReturnState;
  version: number;
  startedAt: Date;
  /** Its instructions were sent; a member sent its label or said that none is needed. */
  isApproved: boolean;
  isAnswered: boolean;
  labelUrl: string;
  words: string;
  order: { number: string; state: OrderState; version: number };
  shopper: { name: string; email: string | null; address: string[] } | null;
  lines: ReturnFileLine[];
  /** What each line may be settled as, once it was received. */
  toSettle: LineToSettle[];
  /** What went back for it, in cents, and where that stands. */
  refund: { amount: Cents; state: "requested" | "done" | "failed" } | null;
  /** What is sent in place of it. */
  replacements: { name: string; size: string; color: string; quantity: number; state: string }[];
  events: { kind: string; actor: Actor; at: Date }[];
}

/**
 * A return with all that happened to it; nothing for a number that is none.
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
  const [file, arrived, events, toSettle] = await Promise.all([
    orderFile(db, order.number),
    arrivedOf(db, [number]),
    returnEvents(db, order.number, number),
    row.state === "received" ? linesToSettle(db, number) : [],
  ]);
  const refund = file.refunds.find(({ cause }) => cause === refundCause.ofReturn(number));
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
    events,
    order: { number: order.number, state: order.state, version: file.version },
    shopper: can(member, "orders.address.read")
      ? { name: order.name, email: can(member, "people.read") ? order.email : null, address: addressLines(order) }
      : null,
    lines: lines.flatMap(({ position, quantity, reason, exchangeFor, refunded, exchanged }) => {
      const line = ofLine(position);
      const own = arrived.filter((pieces) => pieces.position === position);
      const settled = { quantity, reason, exchangeFor, refunded, exchanged, arrived: own };
      return line
        ? [{ position, name: line.name, size: line.size, color: line.color, image: line.image, ...settled }]
        : [];
    }),
    refund: refund && can(member, "money.read") ? { amount: refund.amount, state: refund.state } : null,
    replacements: file.replacements.flatMap(({ returnNumber, position, size, color, quantity, state: sent }) =>
      returnNumber === number ? [{ name: ofLine(position)?.name ?? "", size, color, quantity, state: sent }] : [],
    ),
  };
}
