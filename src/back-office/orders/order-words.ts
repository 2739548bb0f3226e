import { sum } from "~/shop/money";
import type { MemberOrder } from "~/shop/orders/member-order.server";
import { stateWords } from "~/shop/orders/member-state-words";
import { isLost, isToSend, isWaiting } from "~/shop/orders/parcels/pieces";
import { counted } from "../count-words";

/** Texts about an order's progress in addition to its state, such as "partly shipped" or "partly refunded". */
export function partsWords(order: Parts, back: Set<number>): string[] {
  const { lines, state, money, replacements } = order;
  const instead = replacements
    .filter((own) => isToSend(own) && own.cause !== "lost")
    .reduce((count, { quantity }) => count + quantity, 0);
  const hasLeft = lines.some(({ sent }) => sent > 0);
  const waits = lines.some(({ waiting }) => waiting > 0);
  const isRefunded =
    money !== null && money.isPaid && money.kept + sum(money.disputes.map(({ lost }) => lost)) < money.total;
  const isOfMoney = state === "refunded" || state === "partly-refunded";
  const where = money !== null && isOfMoney && !waits ? parcelsWhere(order, back) : null;
  return [
    ...(hasLeft && waits ? ["partly shipped"] : []),
    ...(where ? [where] : []),
    ...(instead > 0 ? [`${counted(instead, "piece")} to send instead`] : []),
    ...(isRefunded && !isOfMoney && state !== "cancelled" ? ["partly refunded"] : []),
  ];
}

type Parts = Pick<MemberOrder, "lines" | "state" | "money" | "parcels" | "replacements">;

/**
 * Describes where an order's parcels are, e.g. "on the way"; null without parcels. `back` contains ids of parcels that came back.
 */
function parcelsWhere({ parcels }: Pick<MemberOrder, "parcels">, back: Set<number>): string | null {
  if (parcels.length === 0) return null;
  const away = parcels.filter(({ id }) => !back.has(id));
  if (away.length === 0) return "back with you";
  if (away.some((parcel) => parcel.deliveredAt === null && !isLost(parcel))) return "on the way";
  return away.every(isLost) ? "lost" : "arrived";
}

/**
 * Name of an order's state. A sent order without parcels on the way is named by its lost parcels ("Lost", "To send again") or,
 * while a replacement waits, by its other parcels ("Arrived", "Back with you"). `back` contains ids of parcels that came back.
 */
export function stateName({ state, lines, parcels, undecided, replacements }: Way, back: Set<number>): string {
  if (state === "paid" && lines.length > 0 && lines.every(({ giftCard }) => giftCard)) return "Leaves by e-mail";
  const isOnTheWay = parcels.some((parcel) => parcel.deliveredAt === null && !isLost(parcel) && !back.has(parcel.id));
  if (state !== "shipped" || isOnTheWay) return stateWords[state].name;
  if (undecided.length > 0) return "Lost";
  const waiting = replacements.filter(isWaiting);
  if (waiting.some(({ cause }) => cause === "lost")) return "To send again";
  if (waiting.length > 0 && parcels.some(({ deliveredAt }) => deliveredAt !== null)) return stateWords.delivered.name;
  return waiting.length > 0 && back.size > 0 ? "Back with you" : stateWords[state].name;
}

type Way = Pick<MemberOrder, "lines" | "parcels" | "state" | "undecided" | "replacements">;

/** Name of an order's state for members who may not see money: without refunds. */
export function wayWords(order: Way, back: Set<number>): string {
  const { lines, parcels, state } = order;
  if (state !== "partly-refunded" && state !== "refunded") return stateName(order, back);
  if (lines.some(({ waiting }) => waiting > 0)) return stateWords.paid.name;
  if (parcels.length === 0) return "Nothing to ship";
  return stateWords[
    parcels.some(({ deliveredAt, lostAt }) => deliveredAt === null && lostAt === null) ? "shipped" : "delivered"
  ].name;
}

/** Names of an order's address fields. */
export const ADDRESS_FIELDS = {
  name: "Name",
  address: "Street",
  city: "City",
  postalCode: "ZIP",
  phone: "Phone",
};

/** Field name of the checkbox that confirms a ZIP and a city that do not match in the table of places. */
export const ZIP_IS_RIGHT = "zipIsRight";

/** Name of a parcel by its index in the order of sending. */
export const parcelName = (index: number): string => `Parcel ${index + 1}`;

/** Label of the link that reports a parcel as lost. */
export const lostActName = (name: string): string =>
  `Say that ${name.replace(/^./, (first) => first.toLowerCase())} is lost`;
