import { Link } from "react-router";
import { CopyButton } from "../ui/copy-button";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import type { OrderDetail } from "./order-detail.server";
import { OrderForm, type PageForm } from "./order-form";

/** What left the house: who carries it, where it is, and what can be corrected of it. */
export function OrderParcels({ order: { parcels, number, steps }, form }: { order: OrderDetail; form: PageForm }) {
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
          {(steps.ship || trackingUrl) && (
            <div className="parcel__acts">
              {trackingUrl && <CopyButton text={trackingUrl} what="the tracking link" quiet />}
              {steps.ship && (
                <Link className="link small" to={`/orders/${number}/parcels/${id}`} preventScrollReset>
                  Correct the tracking number
                </Link>
              )}
              {steps.ship && !hasArrived && (
                <OrderForm form={form} intent="arrived" target={id}>
                  <button className="link small">{name} has arrived</button>
                </OrderForm>
              )}
            </div>
          )}
        </div>
      ))}
    </Section>
  );
}
