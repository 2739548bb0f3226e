import { Button, ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";
import { Plate } from "../ui/plate";
import type { OrderDetail } from "./order-detail.server";
import { sendsStep } from "./order-form";
import { PrintLinks } from "./print-links";

/**
 * Panel with the next step of an order, at the top of its page; nothing if the order needs no step. While the payment is disputed
 * its button is none that calls to act.
 */
export function OrderNext({ order: { next, number, dispute } }: { order: OrderDetail }) {
  if (!next) return null;
  return (
    <section className="ticket" aria-labelledby="next">
      <div>
        <h2 id="next">{next.title}</h2>
        <p>{next.text}</p>
        <div className="plates">
          {next.pictures.slice(0, 8).map((hash, index) => (
            <Plate key={index} hash={hash} small />
          ))}
        </div>
      </div>
      {next.canShip && (
        <div className="ticket__acts">
          <ButtonLink {...(!dispute && { look: "main" as const })} to={`/orders/${number}/ship`} preventScrollReset>
            Pack and ship
          </ButtonLink>
          <p className="ticket__print">
            <PrintLinks number={number} />
          </p>
          {next.canPack && (
            <Button wide {...sendsStep("pack")}>
              Mark packed
            </Button>
          )}
          {next.owedBack && (
            <ButtonLink look="rust" to={`/orders/${number}/owed-back`} preventScrollReset>
              Refund what did not leave
            </ButtonLink>
          )}
          {next.canDelay && (
            <ButtonLink to={`/orders/${number}/delay`} preventScrollReset>
              It takes longer
            </ButtonLink>
          )}
          {next.canUnpack && (
            <Button wide {...sendsStep("unpack")}>
              Not packed after all
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Failed refunds that no member has handled: the reason, and a button to mark them as handled. */
export const RefusedRefunds = ({ order: { refused, steps } }: { order: OrderDetail }) =>
  refused.map(({ id, amount, why }) => (
    <Notice
      key={id}
      title={`The refund of ${amount} was refused.`}
      action={steps.handle && <Button {...sendsStep("handled", { id })}>Handled</Button>}
    >
      <p>
        {why} The money is still with you. Refund it again, or give it back another way, then say that it is handled.
      </p>
    </Notice>
  ));
