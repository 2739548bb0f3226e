import type { Services } from "~/services";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import type { Member } from "~/shop/members/member";
import { type Cents, cents, formatCents } from "~/shop/money";
import { memberOrder, type MemberOrder } from "~/shop/orders/member-order.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import type { LostDecision } from "~/shop/orders/parcels/lost-acts.server";
import {
  costsNothing,
  insteadOf,
  isLost,
  type LineProgress,
  type Pieces,
  refundableOf,
} from "~/shop/orders/parcels/pieces";
import { whyNoRefund } from "./hold-words";
import { lineName } from "./order-line-words";
import { parcelName } from "./order-words";
import { doneWords } from "./order-parcels.server";

/** Data of the form about a parcel that is lost or can be reported as lost; null if the order has no such parcel. */
export async function lostForm(services: Services, member: Member, number: string, parcelId: number) {
  const order = await memberOrder(services, member, number);
  const index = order?.parcels.findIndex(({ id }) => id === parcelId) ?? -1;
  const parcel = order?.parcels[index];
  if (!order || !parcel) return null;
  const isGone = isLost(parcel);
  const open: Pieces[] = isGone ? order.undecided.filter((own) => own.parcelId === parcelId) : parcel.lines;
  const progress = await lineProgress(services.db, number);
  const lost = order.lost.filter((own) => own.parcelId === parcelId);
  const variantOf = (position: number) =>
    lost.find((own) => own.position === position)?.variantId ??
    progress.find((own) => own.position === position)?.variantId ??
    0;
  const goodsIn = (position: number) => {
    const own = lost.find((each) => each.position === position);
    return own ? insteadOf(own) : parcel.lines.find((each) => each.position === position)?.instead;
  };
  const levels = await levelsOf(
    services,
    member,
    open.map(({ position }) => variantOf(position)),
  );
  return {
    name: parcelName(index),
    number,
    version: order.version,
    isLost: isGone,
    isUnconfirmed: order.money?.isUnconfirmed ?? false,
    whyNoRefund: whyNoRefund(order.money),
    said: isGone
      ? doneWords(order, parcel)
      : [`${parcel.carrier} ${parcel.trackingNumber}`.trim(), parcel.deliveredAt && "said that it has arrived"]
          .filter(Boolean)
          .join(", ")
          .concat("."),
    lines: open.flatMap(({ position, quantity }) => {
      const line = order.lines.find((own) => own.position === position);
      const own = progress.find((each) => each.position === position);
      if (!line || !own) return [];
      const level = levels.find(({ variantId }) => variantId === variantOf(position));
      const refundable = own.quantity - own.refunded.quantity;
      return [
        {
          position,
          name: lineName({ ...line, ...goodsIn(position) }),
          left: `${quantity} lost`,
          stock: level?.level === null ? "in stock" : `${level?.level ?? 0} left`,
          each: line.money && refundable > 0 ? eachWords(own, order.money) : "",
        },
      ];
    }),
  };
}

const eachWords = (line: LineProgress, money: MemberOrder["money"]): string =>
  costsNothing(line) ? "nothing was paid for it" : `${formatCents(atMost(money, refundableOf(line, 1)))} for one`;

/** Amount in cents, or the money that is left of the order if that is less. */
const atMost = (money: MemberOrder["money"], amount: Cents): Cents =>
  cents(Math.min(amount, money?.refundable ?? Number.POSITIVE_INFINITY));

/** Parses the decision about each line of a lost parcel. */
export function typedDecision(
  values: Record<string, string>,
):
  | { decision: Omit<LostDecision, "parcelId">; errors?: undefined }
  | { decision?: undefined; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const read = (kind: "again" | "refund"): Pieces[] =>
    Object.entries(values).flatMap(([name, text]) => {
      const position = new RegExp(`^${kind}-(\\d{1,6})$`).exec(name)?.[1];
      const typed = text.trim();
      if (position === undefined || typed === "" || typed === "0") return [];
      if (!/^\d{1,6}$/.test(typed)) errors[name] = "Write a whole number.";
      return [{ position: Number(position), quantity: Number(typed) }];
    });
  const decision = { again: read("again"), refund: read("refund") };
  return Object.keys(errors).length > 0 ? { errors } : { decision };
}
