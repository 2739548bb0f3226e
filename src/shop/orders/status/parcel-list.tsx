import { nameOfVariant } from "~/shop/catalog/product";
import { Icon } from "~/ui/icon";
import type { Order } from "../order";
import type { Parcel } from "../parcels/pieces";

/** A parcel with its status as text: "left us on November 20, 2026". */
export interface ParcelOnItsDay extends Parcel {
  where: string;
}

/** Parcels of an order: contents, status, and tracking link. */
export const ParcelList = ({ parcels, order }: { parcels: ParcelOnItsDay[]; order: Order }) => (
  <ul className="order-rows" role="list" aria-label="Parcels">
    {parcels.map((parcel) => (
      <li key={parcel.id}>
        <Icon name="parcel" />
        <div>
          The parcel by <b>{parcel.carrier}</b> {parcel.where}
          <br />
          {parcel.lines.length > 0 && (
            <>
              {contents(parcel, order)}
              <br />
            </>
          )}
          <Tracking parcel={parcel} />
        </div>
      </li>
    ))}
  </ul>
);

function Tracking({ parcel: { trackingUrl, trackingNumber } }: { parcel: Parcel }) {
  if (!trackingUrl) return trackingNumber && `Tracking number ${trackingNumber}`;
  return (
    <a className="text-link" href={trackingUrl} rel="noreferrer">
      Track parcel {trackingNumber}
    </a>
  );
}

/** Contents of a parcel as text. */
const contents = ({ lines }: Parcel, order: Order): string =>
  lines
    .flatMap(({ position, quantity, instead }) => {
      const line = order.lines.find((sold) => sold.position === position);
      const name =
        line && [instead?.name ?? line.name, instead && `(${nameOfVariant(instead)})`].filter(Boolean).join(" ");
      return name ? [quantity > 1 ? `${name} × ${quantity}` : name] : [];
    })
    .join(", ");
