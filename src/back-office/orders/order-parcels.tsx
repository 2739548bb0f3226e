import { Link } from "react-router";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import type { OrderDetail } from "./order-detail.server";
import { sendsStep } from "./order-form";

/** What left the house: who carries it, where it is, and what can be corrected of it. */
export function OrderParcels({ order: { parcels, number, steps } }: { order: OrderDetail }) {
  if (parcels.length === 0) return null;
  return (
    <Section title="Parcels">
      {parcels.map(({ id, name, carrier, tracking, trackingUrl, hasArrived, text }) => (
        <div className="parcel" key={id}>
          <div>
            <b>{name}</b>, {carrier}
            {tracking && ", "}
            {trackingUrl ? (
              <a className="link" href={trackingUrl} target="_blank" rel="noreferrer">
                {tracking}
              </a>
            ) : (
              tracking
            )}
            <span className="sub">{text}</span>
          </div>
          <State sign={hasArrived ? "full" : "half"}>{hasArrived ? "Arrived" : "On the way"}</State>
          {steps.ship && (
            <div className="parcel__acts">
              <Link className="link small" to={`/orders/${number}/parcels/${id}`} preventScrollReset>
                Correct the tracking number
              </Link>
              {!hasArrived && (
                <button className="link small" {...sendsStep("arrived", { id })}>
                  {name} has arrived
                </button>
              )}
            </div>
          )}
        </div>
      ))}
    </Section>
  );
}
