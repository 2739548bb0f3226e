import type { LostPieces } from "../parcels/lost-pieces";
import { isLost, type Parcel } from "../parcels/pieces";

/** Lost pieces for a shopper; `isFree`: they were a present, for which no money goes back. */
interface LostForShopper extends Pick<LostPieces, "parcelId" | "quantity" | "sentAgain" | "refunded"> {
  isFree: boolean;
}

/** Sentence for the shopper about a parcel's state; for a lost parcel it also names the refund or the replacement. */
export function parcelWords(
  parcel: Pick<Parcel, "id" | "shippedAt" | "deliveredAt" | "lostAt">,
  lost: readonly LostForShopper[],
  dayOf: (at: Date) => string,
): string {
  const { id, shippedAt, deliveredAt, lostAt } = parcel;
  if (deliveredAt) return `was ${lostAt ? "lost, and was " : ""}delivered on ${dayOf(deliveredAt)}`;
  const left = `left us on ${dayOf(shippedAt)}`;
  if (!lostAt || !isLost(parcel)) return left;
  const own = lost.filter(({ parcelId }) => parcelId === id);
  const sum = (field: "quantity" | "sentAgain" | "refunded", of = own) =>
    of.reduce((count, line) => count + line[field], 0);
  const [all, again, decided] = [sum("quantity"), sum("sentAgain"), sum("refunded")];
  const refunded = sum(
    "refunded",
    own.filter(({ isFree }) => !isFree),
  );
  const parts = [
    again > 0 && (again === all ? "We send it again." : `We send ${again} of ${all} again.`),
    refunded > 0 &&
      (refunded === all ? "Its money goes back to you." : `The money of ${refunded} of ${all} goes back to you.`),
    again + refunded === 0 &&
      (decided > 0 ? "It was a present, so no money goes back for it." : "We will write to you."),
  ].filter(Boolean);
  return [`${left} and was lost on its way.`, ...parts].join(" ");
}
