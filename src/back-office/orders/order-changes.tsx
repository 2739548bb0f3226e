import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Section } from "../ui/section";
import type { OrderDetail } from "./order-detail.server";
import { sendsStep } from "./order-form";

/** Panel at the top about an unpaid change: its end, and buttons to send its link again or to end it. */
export function WaitingChange({ order: { changes } }: { order: OrderDetail }) {
  const { waiting } = changes;
  if (!waiting) return null;
  const { id, title, what, by, letters, link, mayEnd, mayHoldLonger } = waiting;
  return (
    <section className="ticket" aria-labelledby="waiting">
      <div>
        <h2 id="waiting">{title}</h2>
        <p>
          {`The order is changed once it is paid: ${what}. Until then it is not packed, sent or refunded. Cancelling the order ends the change, too.`}
          {by && ` Asked by ${by}.`}
          {letters > 1 && ` The link went out ${letters} times.`}
        </p>
      </div>
      {mayEnd && (
        <div className="ticket__acts">
          <Button look="main" {...sendsStep("change-again", { id })}>
            Send the link again
          </Button>
          {mayHoldLonger && (
            <Button wide {...sendsStep("change-longer", { id })}>
              Hold it a day longer
            </Button>
          )}
          <Button wide {...sendsStep("change-end", { id })}>
            End it
          </Button>
          {link && <CopyButton text={link} what="the link" />}
        </div>
      )}
    </section>
  );
}

/** List of an order's completed changes. */
export function MadeChanges({ order: { changes } }: { order: OrderDetail }) {
  if (changes.made.length === 0) return null;
  return (
    <Section title="It was changed">
      <ul className="stack">
        {changes.made.map(({ id, at, what, by, money }) => (
          <li key={id}>
            {`${what}. ${money}`}
            <span className="sub">{[at, by].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
