import { isWaiting } from "../parcels/pieces";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder, type MemberOrder } from "../member-order.server";
import { piecesOf } from "../parcels/lost-pieces.server";
import { cents } from "~/shop/money";
import { keptCardValue } from "../gift-cards/bought-cards.server";
import { lineProgress } from "../parcels/line-progress.server";
import { deliveryLeftOf, feesLeftOf } from "./refund-pieces.server";
import type { Refundable } from "./computed-refund";

/**
 * Returns the lines and amounts of an order that can still be refunded; null for an unknown or unpaid order.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function refundableOrder(
  services: Pick<Services, "db">,
  member: Member,
  number: string,
): Promise<{ order: MemberOrder; refundable: Refundable; left: Map<number, number> } | null> {
  await requireRight(services, member, "money.refund");
  const { db } = services;
  const order = await memberOrder(services, member, number);
  if (!order?.money?.isPaid) return null;
  const [lines, ofCards, deliveryLeft, feesLeft] = await Promise.all([
    lineProgress(db, number),
    keptCardValue(db, number),
    deliveryLeftOf(db, number),
    feesLeftOf(db, number),
  ]);
  const waiting = order.replacements.filter(isWaiting);
  const promised = (position: number) => piecesOf(waiting, position) + piecesOf(order.undecided, position);
  const left = new Map(
    lines.map((line) => [line.position, line.quantity - line.refunded.quantity - promised(line.position)]),
  );
  const cancelsUnsent = order.state !== "cancelled";
  const { refundable, hold } = order.money;
  return {
    order,
    refundable: {
      lines,
      deliveryLeft,
      feesLeft,
      moneyLeft: cents(Math.max(0, refundable - ofCards)),
      hold,
      cancelsUnsent,
    },
    left,
  };
}
