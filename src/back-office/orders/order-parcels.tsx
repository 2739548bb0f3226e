import { Link } from "react-router";
import { ButtonLink } from "../ui/button";
import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import type { OrderDetail } from "./order-detail.server";
import { sendsStep } from "./order-form";
import { lostActName } from "./order-words";
import { PrintLinks } from "./print-links";

/** List of sent parcels with carrier, whereabouts, and links to correct them. */
export function OrderParcels({ order: { parcels, number, steps } }: { order: OrderDetail }) {
  if (parcels.length === 0) return null;
  return (
    <Section title="Parcels">
      {parcels.map((parcel) => (
        <div className="parcel" key={parcel.id}>
          <div>
            <b>{parcel.name}</b>, {parcel.carrier}
            {parcel.tracking && ", "}
            {parcel.trackingUrl ? (
              <a className="link" href={parcel.trackingUrl} target="_blank" rel="noreferrer">
                {parcel.tracking}
              </a>
            ) : (
              parcel.tracking
            )}
            <span className="sub">{parcel.text}</span>
            {parcel.done && <span className="sub">{parcel.done}</span>}
          </div>
          <State sign={parcel.standing.sign}>{parcel.standing.text}</State>
          {steps.ship && <ParcelActs {...{ parcel, number, steps }} />}
        </div>
      ))}
    </Section>
  );
}

interface ActsProps extends Pick<OrderDetail, "number" | "steps"> {
  parcel: OrderDetail["parcels"][number];
}

function ParcelActs({
  parcel: { id, name, hasArrived, isLost, isBack, isFound, undecided },
  number,
  steps,
}: ActsProps) {
  const address = `/orders/${number}/parcels/${id}`;
  const link = (to: string, words: string) => (
    <Link className="link small" to={`${address}${to}`} preventScrollReset>
      {words}
    </Link>
  );
  return (
    <div className="parcel__acts">
      {isLost && undecided > 0 && steps.decide && link("/lost", "Send it again or refund it")}
      {isFound && steps.letters && link("/found", "Decide what becomes of it")}
      {link("", "Correct the tracking number")}
      {!hasArrived && !isBack && (
        <button className="link small" {...sendsStep("arrived", { id })}>
          {name} has arrived{isLost && " after all"}
        </button>
      )}
      {!isLost && !isBack && link("/lost", lostActName(name))}
    </div>
  );
}

/** Replacements to send, each in a panel like that of the next step. */
export const OrderReplacements = ({ order: { instead, number, next, steps } }: { order: OrderDetail }) =>
  instead.map(({ id, title, text, pictures }, index) => (
    <section className="ticket" aria-labelledby={`instead-${id}`} key={id}>
      <div>
        <h2 id={`instead-${id}`}>{title}</h2>
        <p>{text}</p>
        <div className="plates">
          {pictures.slice(0, 8).map((hash, place) => (
            <Plate key={place} hash={hash} small />
          ))}
        </div>
      </div>
      {steps.ship && (
        <div className="ticket__acts">
          <ButtonLink
            look={next || index > 0 ? "line" : "main"}
            to={`/orders/${number}/replacements/${id}`}
            preventScrollReset
          >
            Pack and send
          </ButtonLink>
          <p className="ticket__print">
            <PrintLinks number={number} />
            {steps.handle && (
              <Link className="link" to={`/orders/${number}/replacements/${id}/end`} preventScrollReset>
                Refund it instead
              </Link>
            )}
          </p>
        </div>
      )}
    </section>
  ));
