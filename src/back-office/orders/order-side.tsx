import { Link } from "react-router";
import { Section } from "../ui/section";
import { counted } from "../count-words";
import type { OrderDetail } from "./order-detail.server";

const STEPS = "steps";

/** On a narrow screen, where the further steps stand below the goods and the shopper: a way to them that names them. */
export function ToSteps({ order: { steps } }: { order: OrderDetail }) {
  const names = [
    steps.refund && "refund",
    steps.write && "write",
    steps.return > 0 && "return",
    steps.change && "change",
    steps.cancel && "cancel",
  ].filter((name) => typeof name === "string");
  if (names.length === 0) return null;
  const words = names.join(", ");
  return (
    <p className="order__to-steps">
      <a className="link" href={`#${STEPS}`}>
        {words.charAt(0).toUpperCase() + words.slice(1)}
      </a>
    </p>
  );
}

/** Side column of an order: shopper, address, and all steps except the next one. */
export const OrderSide = ({ order }: { order: OrderDetail }) => (
  <aside>
    <Shopper order={order} />
    <div className="order__steps" id={STEPS}>
      <OtherSteps order={order} />
    </div>
  </aside>
);

function Shopper({ order: { contact, to, steps, number } }: { order: OrderDetail }) {
  if (!contact && !to) return null;
  return (
    <Section
      title="Shopper"
      note={
        contact && (
          <Link className="link small" to={contact.person}>
            All of {contact.firstName}
          </Link>
        )
      }
    >
      {contact && (
        <p>
          <b>{contact.name}</b>
          <br />
          <a className="link" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>{" "}
          {steps.email && (
            <Link className="link small" to={`/orders/${number}/email`} preventScrollReset>
              Correct
            </Link>
          )}
          <br />
          {contact.phone}
          <span className="sub">{contact.others}</span>
        </p>
      )}
      {to && (
        <div className="goes-to">
          <p className="goes-to__head">
            <b>Goes to</b>
            {steps.address && (
              <Link className="link small" to={`/orders/${number}/address`} preventScrollReset>
                Correct
              </Link>
            )}
          </p>
          <address>
            {to.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
      )}
    </Section>
  );
}

function OtherSteps({ order: { steps, number, isUnconfirmed, contact } }: { order: OrderDetail }) {
  const hasAny =
    steps.refund ||
    steps.whyNoRefund ||
    steps.write ||
    steps.return ||
    steps.cancel ||
    steps.whyNoCancel ||
    isUnconfirmed;
  if (!hasAny) return null;
  return (
    <Section title="Other steps">
      <div className="steps">
        {steps.refund && (
          <Link to={`/orders/${number}/refund`} preventScrollReset>
            <span className="is-final">Refund</span>
            <small>up to {steps.refund}</small>
          </Link>
        )}
        {steps.write && contact && (
          <Link to={`/orders/${number}/write`} preventScrollReset>
            <span>Write to {contact.firstName}</span>
            <small>a letter, kept with the messages</small>
          </Link>
        )}
        {steps.return > 0 && (
          <Link to={`/returns/new?order=${number}`}>
            <span>Start a return</span>
            <small>{counted(steps.return, "piece")} can come back</small>
          </Link>
        )}
        {steps.change && (
          <Link to={`/orders/${number}/change`}>
            <span>Change the order</span>
            <small>size, color, product, pieces</small>
          </Link>
        )}
        {steps.cancel && (
          <Link to={`/orders/${number}/cancel`} preventScrollReset>
            <span className="is-final">Cancel the order</span>
            <small>before it ships</small>
          </Link>
        )}
      </div>
      {isUnconfirmed && (
        <p className="small dust">A refund is asked and not yet confirmed. Another one waits until it is.</p>
      )}
      {steps.whyNoRefund && <p className="small dust">{steps.whyNoRefund}</p>}
      {steps.whyNoCancel && <p className="small dust">{steps.whyNoCancel}</p>}
    </Section>
  );
}
