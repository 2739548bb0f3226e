import { Link } from "react-router";
import { Section } from "../ui/section";
import { counted } from "../count-words";
import type { OrderDetail } from "./order-detail.server";

interface OtherStep {
  to: string;
  title: string;
  /** Name in the row above the goods on a narrow screen. */
  short: string;
  note: string;
  isFinal?: boolean;
  /** Whether the step opens over the order's page. */
  isDialog: boolean;
}

/** All steps of an order except the next one. */
function otherSteps({ steps, number, contact }: OrderDetail): OtherStep[] {
  const at = (step: string) => `/orders/${number}/${step}`;
  return [
    steps.refund && {
      to: at("refund"),
      title: "Refund",
      short: "Refund",
      note: `up to ${steps.refund}`,
      isFinal: true,
      isDialog: true,
    },
    steps.write &&
      contact && {
        to: at("write"),
        title: `Write to ${contact.firstName}`,
        short: "Write",
        note: "a letter, kept with the messages",
        isDialog: true,
      },
    steps.return > 0 && {
      to: `/returns/new?order=${number}`,
      title: "Start a return",
      short: "Return",
      note: `${counted(steps.return, "piece")} can come back`,
      isDialog: false,
    },
    steps.change && {
      to: at("change"),
      title: "Change the order",
      short: "Change",
      note: "size, color, product, pieces",
      isDialog: false,
    },
    steps.cancel && {
      to: at("cancel"),
      title: "Cancel the order",
      short: "Cancel",
      note: "before it ships",
      isFinal: true,
      isDialog: true,
    },
  ].filter((step) => typeof step === "object" && step !== null);
}

/** The further steps in one row, for a narrow screen, where their list stands below the goods and the shopper. */
export function StepsInReach({ order }: { order: OrderDetail }) {
  const steps = otherSteps(order);
  if (steps.length === 0) return null;
  return (
    <p className="order__reach">
      {steps.map(({ to, short, isDialog }) => (
        <Link key={to} className="link" to={to} preventScrollReset={isDialog}>
          {short}
        </Link>
      ))}
    </p>
  );
}

/** Side column of an order: shopper, address, and all steps except the next one. */
export const OrderSide = ({ order }: { order: OrderDetail }) => (
  <aside>
    <Shopper order={order} />
    <OtherSteps order={order} />
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
          <span className="order__email">
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>{" "}
            {steps.email && (
              <Link className="link small" to={`/orders/${number}/email`} preventScrollReset>
                Correct
              </Link>
            )}
          </span>
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

function OtherSteps({ order }: { order: OrderDetail }) {
  const { steps, isUnconfirmed } = order;
  const others = otherSteps(order);
  const hasAny = others.length > 0 || steps.whyNoRefund || steps.whyNoCancel || isUnconfirmed;
  if (!hasAny) return null;
  return (
    <Section title="Other steps">
      <div className="steps">
        {others.map(({ to, title, note, isFinal, isDialog }) => (
          <Link key={to} to={to} preventScrollReset={isDialog}>
            <span className={isFinal ? "is-final" : undefined}>{title}</span>
            <small>{note}</small>
          </Link>
        ))}
      </div>
      {isUnconfirmed && (
        <p className="small dust">A refund is asked and not yet confirmed. Another one waits until it is.</p>
      )}
      {steps.whyNoRefund && <p className="small dust">{steps.whyNoRefund}</p>}
      {steps.whyNoCancel && <p className="small dust">{steps.whyNoCancel}</p>}
    </Section>
  );
}
