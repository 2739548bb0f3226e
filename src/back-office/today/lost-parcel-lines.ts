import { shownNumber } from "~/shop/orders/order-number";
import type { WaitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import { counted } from "../count-texts";
import type { Wait } from "./wait";

/** Lost parcels: undecided ones, and those that arrived after their pieces were sent again or refunded. */
export function lostParcels(lost: WaitingLostParcels | null): Wait[] {
  if (!lost) return [];
  const done = (sentAgain: number, refunded: number): string =>
    [
      sentAgain > 0 && `${counted(sentAgain, "piece was", "pieces were")} sent again`,
      refunded > 0 && `${counted(refunded, "piece was", "pieces were")} paid back`,
    ]
      .filter(Boolean)
      .join(", ");
  return [
    ...lost.found.map(({ number, parcelId, sentAgain, refunded }) => ({
      key: `found-${parcelId}`,
      count: null,
      title: "A lost parcel arrived after all",
      text: `Of ${shownNumber(number)}: ${done(sentAgain, refunded)}. Leave it with the shopper, or ask for it.`,
      way: { to: `/orders/${number}/parcels/${parcelId}/found`, name: "Decide" },
    })),
    ...lost.undecided.map(({ number }) => ({
      key: `lost-${number}`,
      count: null,
      title: "A parcel is lost",
      text: `Of ${shownNumber(number)}: nobody has decided yet whether it is sent again or paid back.`,
      way: { to: `/orders/${number}`, name: "Decide" },
    })),
  ];
}
