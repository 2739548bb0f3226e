import type { MemberOrder } from "~/shop/orders/member-order.server";
import { type InsteadOf, insteadOf, isLost, isToSend, isWaiting, type Parcel } from "~/shop/orders/parcels/pieces";
import { groupOf, type Replacement } from "~/shop/orders/parcels/replacements.server";
import { sentenceTime } from "~/shop/shop-time";
import type { PiecesInReturns } from "~/shop/returns/pieces-in-returns.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import type { Sign } from "../ui/state";
import { counted, listed } from "../count-words";
import { lineName } from "./order-line-words";
import { parcelName } from "./order-words";

interface Clock {
  now: Date;
  zone: string;
}

/** Lists pieces with the names of their lines, e.g. "2 of Sprocket Tee, Ash, M". */
function namedPieces(
  { lines }: Pick<MemberOrder, "lines">,
  pieces: { position: number; quantity: number; instead?: InsteadOf }[],
): string {
  return listed(
    pieces.flatMap(({ position, quantity, instead }) => {
      const line = lines.find((each) => each.position === position);
      if (!line) return [];
      const name = lineName(instead ? { ...line, ...instead } : line);
      return [quantity > 1 ? `${quantity} of ${name}` : name];
    }),
  );
}

/** Data of an order's parcels: where each is, and whether a decision about lost pieces is needed. */
export function parcelsShown(order: MemberOrder, { now, zone }: Clock, inReturns: Map<number, PiecesInReturns>) {
  const back = parcelsBack(order, inReturns);
  return order.parcels.map((parcel, index) => ({
    id: parcel.id,
    name: parcelName(index),
    carrier: parcel.carrier,
    tracking: parcel.trackingNumber,
    trackingUrl: parcel.trackingUrl,
    hasArrived: parcel.deliveredAt !== null,
    isLost: isLost(parcel),
    undecided: undecidedIn(order, parcel.id),
    isBack: back.has(parcel.id),
    standing: back.has(parcel.id) ? BACK : standingOf(parcel, undecidedIn(order, parcel.id)),
    isFound: isUnanswered(order, parcel),
    text: [
      `${namedPieces(order, parcel.lines)}. Left ${sentenceTime(parcel.shippedAt, now, zone)}`,
      parcel.lostAt && `reported lost ${sentenceTime(parcel.lostAt, now, zone)}`,
      parcel.deliveredAt &&
        `arrived ${parcel.lostAt ? "after all " : ""}${sentenceTime(parcel.deliveredAt, now, zone)}`,
    ]
      .filter(Boolean)
      .join(", ")
      .concat("."),
    done: doneWords(order, parcel),
  }));
}

const BACK: { sign: Sign; text: string } = { sign: "over", text: "Back with you" };

/** Ids of undelivered parcels whose pieces all came back. Returned pieces are counted first for parcels that were delivered. */
export function parcelsBack(
  { parcels }: Pick<MemberOrder, "parcels">,
  inReturns: Map<number, PiecesInReturns>,
): Set<number> {
  const left = new Map([...inReturns].map(([position, { back }]) => [position, back]));
  const here = parcels.filter((parcel) => !isLost(parcel));
  const found = new Set<number>();
  for (const parcel of here.toSorted((one, other) => Number(!one.deliveredAt) - Number(!other.deliveredAt))) {
    const isBack = parcel.lines.map(({ position, quantity }) => {
      const pieces = Math.min(quantity, left.get(position) ?? 0);
      left.set(position, (left.get(position) ?? 0) - pieces);
      return pieces === quantity;
    });
    if (!parcel.deliveredAt && isBack.length > 0 && isBack.every(Boolean)) found.add(parcel.id);
  }
  return found;
}

const undecidedIn = ({ undecided }: MemberOrder, id: number): number =>
  undecided.reduce((count, { parcelId, quantity }) => count + (parcelId === id ? quantity : 0), 0);

function standingOf(parcel: Parcel, undecided: number): { sign: Sign; text: string } {
  if (isLost(parcel)) return { sign: undecided > 0 ? "waits" : "over", text: "Lost" };
  return parcel.deliveredAt ? { sign: "full", text: "Arrived" } : { sign: "half", text: "On the way" };
}

/** Numbers of pieces sent again and refunded for a lost parcel. */
const doneFor = ({ lost }: Pick<MemberOrder, "lost">, id: number) =>
  lost
    .filter(({ parcelId }) => parcelId === id)
    .reduce((sum, own) => ({ sentAgain: sum.sentAgain + own.sentAgain, refunded: sum.refunded + own.refunded }), {
      sentAgain: 0,
      refunded: 0,
    });

/** Describes what was done for a lost parcel, and which pieces wait to be sent again or for a decision. */
export function doneWords(
  order: Pick<MemberOrder, "lines" | "lost" | "replacements" | "undecided">,
  { id, lostAt }: Pick<Parcel, "id" | "lostAt">,
): string {
  if (!lostAt) return "";
  const { sentAgain, refunded } = doneFor(order, id);
  const waiting = order.replacements.filter((own) => own.lostParcelId === id && isWaiting(own));
  const waits = waiting.reduce((count, { quantity }) => count + quantity, 0);
  const open = order.undecided.reduce((count, own) => count + (own.parcelId === id ? own.quantity : 0), 0);
  const isPresent = (position: number) => order.lines.some((line) => line.position === position && line.isPresent);
  const presents = order.lost.filter((own) => own.parcelId === id && isPresent(own.position));
  const givenUp = presents.reduce((count, own) => count + own.refunded, 0);
  return [
    sentAgain > waits && `${counted(sentAgain - waits, "piece was", "pieces were")} sent again.`,
    waits > 0 && `${counted(waits, "piece waits", "pieces wait")} to be sent again.`,
    refunded > givenUp && `${counted(refunded - givenUp, "piece was", "pieces were")} paid back.`,
    givenUp > 0 && `${counted(givenUp, "present was", "presents were")} given up.`,
    open > 0 && `${counted(open, "piece waits", "pieces wait")} for your decision.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Whether a lost parcel arrived after its pieces were sent again or refunded, and no member has answered that yet. */
export function isUnanswered(order: Pick<MemberOrder, "lost">, parcel: Parcel): boolean {
  const { sentAgain, refunded } = doneFor(order, parcel.id);
  return (
    parcel.lostAt !== null && parcel.deliveredAt !== null && parcel.foundAnswer === null && sentAgain + refunded > 0
  );
}

/** Replacements of an order that have to be sent, grouped by those that are sent together. */
export function waitingInstead(order: MemberOrder, pictureOf: (image: string | null) => string | null) {
  const waiting = Map.groupBy(order.replacements.filter(isToSend), (own) => JSON.stringify(groupOf(own)));
  return [...waiting.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const pieces = group.reduce((count, { quantity }) => count + quantity, 0);
    const lines = group.flatMap(({ position, name }) =>
      name === "" ? (order.lines.find((line) => line.position === position) ?? []) : [],
    );
    return [
      {
        id: first.id,
        title: `${counted(pieces, "piece")} to send ${first.cause === "lost" ? "again" : "instead"}`,
        text: `${namedPieces(
          order,
          group.map((own) => ({ ...own, instead: insteadOf(own) })),
        )}. ${whyWords(order, first)}`,
        pictures: lines.map(({ image }) => pictureOf(image)),
      },
    ];
  });
}

/** Sentence that names the lost parcel or the return for which a replacement is sent. */
export function whyWords(
  { parcels }: Pick<MemberOrder, "parcels">,
  { returnNumber, lostParcelId }: Replacement,
): string {
  if (returnNumber) return `In place of what came back by return ${shownReturnNumber(returnNumber)}.`;
  const index = parcels.findIndex(({ id }) => id === lostParcelId);
  return `In place of what was lost in parcel ${index + 1}.`;
}
