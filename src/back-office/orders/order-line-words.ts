import { variantName } from "~/shop/catalog/stock/variant-name";
import type { MemberCard, MemberLine, MemberOrder } from "~/shop/orders/member-order.server";
import { isLost, isWaiting } from "~/shop/orders/parcels/pieces";
import { dayWords } from "~/shop/shop-time";
import { counted, listed } from "../count-words";
import type { Sign } from "../ui/state";

/** Name of a line, e.g. "Longhaul Hoodie, Rust, M". */
export const lineName = ({ name, color, size }: Pick<MemberLine, "name" | "color" | "size">): string =>
  variantName(name, size, color);

/** Numbers of a line's pieces in returns: announced (`coming`) and received (`back`). */
export interface InReturns {
  coming: number;
  back: number;
}

/** Sign and text about where a line's pieces are, e.g. "2 in parcel 1, 1 refunded". */
export function whereWords(
  { position, quantity, waiting, calledOff, money, giftCard }: MemberLine,
  { parcels, lost, replacements }: Pick<MemberOrder, "parcels" | "lost" | "replacements">,
  { coming, back }: InReturns = { coming: 0, back: 0 },
): { sign: Sign; text: string } {
  if (giftCard) return cardWords(giftCard);
  let gone = coming + back;
  const inParcels = parcels.flatMap((parcel, index) => {
    if (isLost(parcel)) return [];
    const sent = parcel.lines
      .filter((line) => line.position === position && (line.isAgain || !line.instead))
      .reduce((count, line) => count + line.quantity, 0);
    // Subtracts pieces in returns from the parcels in their order, because pieces of a line cannot be told apart.
    const pieces = sent - Math.min(sent, gone);
    gone -= sent - pieces;
    return pieces > 0 ? [{ name: `parcel ${index + 1}`, pieces, hasArrived: parcel.deliveredAt !== null }] : [];
  });
  const refunded = money?.refunded ?? 0;
  const missing = new Set(parcels.filter(isLost).map(({ id }) => id));
  const gonePieces = lost.reduce(
    (count, own) =>
      count +
      (own.position === position && missing.has(own.parcelId) ? own.quantity - own.sentAgain - own.refunded : 0),
    0,
  );
  const again = replacements.reduce(
    (count, own) => count + (own.position === position && own.cause === "lost" && isWaiting(own) ? own.quantity : 0),
    0,
  );
  const all = (count: number, words: string) => count > 0 && (count === quantity ? words : `${count} ${words}`);
  const parts = [
    all(waiting, "to ship"),
    all(again, "to send again"),
    all(gonePieces, "lost"),
    ...inParcels.map(({ name, pieces }) => (pieces === quantity ? name : `${pieces} in ${name}`)),
    all(coming, "on the way back"),
    all(back, "back with you"),
    all(refunded, "refunded"),
    calledOff > refunded && all(calledOff === quantity ? quantity : calledOff - refunded, "not sent"),
  ].filter((part) => part !== false);
  const isOnTheWay = coming > 0 || inParcels.some(({ hasArrived }) => !hasArrived);
  const sign =
    waiting + again + gonePieces > 0 ? "waits" : isOnTheWay ? "half" : inParcels.length + back > 0 ? "full" : "over";
  return { sign, text: firstLarge(parts.join(", ") || "not sent") };
}

/** State of a gift card, which leaves by letter. */
function cardWords({ lastFour, state, sendOn, sentAt }: MemberCard): { sign: Sign; text: string } {
  if (state === "closed") return { sign: "over", text: `Gift card ending ${lastFour}, closed` };
  return sentAt
    ? { sign: "full", text: `Gift card ending ${lastFour}, sent by e-mail` }
    : { sign: "half", text: `Gift card ending ${lastFour}, by e-mail on ${dayWords(sendOn)}` };
}

const firstLarge = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Number of unsent pieces, and a text with their names for the next step. */
export function waitingWords(lines: MemberLine[]): { pieces: number; text: string } {
  const waiting = lines.filter((line) => line.waiting > 0);
  const named = waiting
    .slice(0, 3)
    .map((line) => (line.waiting > 1 ? `${line.waiting} of ${lineName(line)}` : lineName(line)));
  const more = waiting.length - named.length;
  return {
    pieces: waiting.reduce((count, line) => count + line.waiting, 0),
    text: listed(more > 0 ? [...named, counted(more, "more thing")] : named),
  };
}
