import type { Bag, OrderSummary as Summary } from "~/shop/bag/bag";
import { MiniLine } from "~/shop/bag/mini-line";
import { TotalList } from "~/shop/bag/total-list";
import { pendingTotalRows, totalRows } from "~/shop/bag/totals";
import { centsOfDollars, formatCents } from "~/shop/money";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "react-router";
import { heldNotices, inMinutes, noteBeside, priceNotices, stockNotices, tooMuchNotice } from "./accepted";
import type { Objection, Stage } from "./purchase";

interface OrderSummaryProps {
  lines: Bag;
  summary: Summary | null;
  /** Of what is taken off. */
  discountCode: string | undefined;
  /** A code that does not work with the shopper's address, and why. */
  refusedCode: { code: string; words: string } | null;
  /** How many lines of the bag are no longer sold. */
  left: number;
  stage: Stage;
  isProcessing: boolean;
  mayPay: boolean;
  onPay: () => void;
  onAccept: (objection: Objection) => void;
  onRetry: () => void;
  onOtherAddress: () => void;
  onWithoutCode: () => void;
}

/** What is bought and what it comes to, with the button that pays. */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, summary, discountCode, left, stage, isProcessing, mayPay, onPay, onAccept, onRetry } = props;
  return (
    <aside className={lines.length > 0 ? "sum" : "sum sum--waits"} id="order-summary" aria-label="Order summary">
      <ul className="mini" role="list">
        {lines.map((line) => (
          <MiniLine key={`${line.product} ${line.color} ${line.size}`} line={line}>
            <NoteBeside line={line} stage={stage} />
          </MiniLine>
        ))}
      </ul>
      <TotalList rows={summary ? totalRows(summary, { discountCode }) : pendingTotalRows} />
      {left > 0 && (
        <p className="fine">
          {left === 1 ? "One item in your bag is" : `${left} items in your bag are`} no longer sold and not part of this
          order.
        </p>
      )}
      <RefusedCode {...props} />
      <Words lines={lines} stage={stage} mayPay={mayPay} onPay={onPay} onAccept={onAccept} onRetry={onRetry} />
      <Button
        id="complete-purchase"
        size="large"
        wide
        disabled={!mayPay && !isProcessing}
        busy={isProcessing}
        onClick={onPay}
      >
        {isProcessing ? "Processing..." : "COMPLETE PURCHASE"}
      </Button>
      <p className="fine">
        <Icon name="lock" size="small" />
        Your data is secure. Card details go straight to the payment provider.
      </p>
      <div className="sum__links">
        <Link to="/return-policy">
          Delivery and Return Options
          <Icon name="right" />
        </Link>
      </div>
    </aside>
  );
}

/** A code that is kept but not counted: the address can be changed, or the code let go. */
function RefusedCode({
  refusedCode,
  onOtherAddress,
  onWithoutCode,
}: Pick<OrderSummaryProps, "refusedCode" | "onOtherAddress" | "onWithoutCode">) {
  if (!refusedCode) return null;
  return (
    <div className="sum__says" role="alert">
      <p>
        <b>The code {refusedCode.code} is not counted.</b> {refusedCode.words}
      </p>
      <Button look="quiet" onClick={onOtherAddress}>
        Use another address
      </Button>
      <Button look="quiet" onClick={onWithoutCode}>
        Remove the code
      </Button>
    </div>
  );
}

/** Which lines are short, told where they stand; what to do about it is told below. */
function NoteBeside({ line, stage }: { line: Bag[number]; stage: Stage }) {
  const { objection } = stage.at === "objected" ? stage : {};
  if (objection?.kind !== "held" && objection?.kind !== "sold-out") return null;
  const note = noteBeside(line, objection.now.lines);
  return note ? <span className="mini__note">{note}</span> : null;
}

/** What stands between the shopper and the order, said plainly, with the click that takes it out of the way. */
function Words({
  lines,
  stage,
  mayPay,
  onPay,
  onAccept,
  onRetry,
}: Pick<OrderSummaryProps, "lines" | "stage" | "mayPay" | "onPay" | "onAccept" | "onRetry">) {
  // The toast has said it aloud; this stays for whoever missed it.
  if (stage.at === "ready")
    return stage.declined ? <p className="sum__says">{`Not paid yet. ${stage.declined}`}</p> : null;
  if (stage.at === "confirming")
    return (
      <div className="sum__says" role="status">
        <p>
          <b>Your payment has arrived and your order is being confirmed.</b> You will not be charged again, and you can
          close this page: the confirmation comes by e-mail.
        </p>
        {!stage.isPolling && (
          <Button look="quiet" onClick={onRetry}>
            Check again
          </Button>
        )}
      </div>
    );
  if (stage.at === "returned")
    return (
      <div className="sum__says" role="alert">
        <p>{stage.words}</p>
        <ButtonLink to="/contact" look="quiet">
          Contact Support
        </ButtonLink>
      </div>
    );
  if (stage.at !== "objected") return null;

  const { objection } = stage;
  return (
    <div className="sum__says" role="alert">
      {notices(lines, objection).map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {objection.kind === "gone" || objection.kind === "too-much" ? (
        <ButtonLink to="/cart" look="quiet">
          Back to the bag
        </ButtonLink>
      ) : (
        <>
          {objection.kind === "held" && objection.now.lines.some(({ left }) => left > 0) && (
            <Button look="quiet" onClick={() => onAccept(objection)}>
              {accepting["sold-out"]}
            </Button>
          )}
          {objection.kind === "held" || objection.kind === "wait" ? (
            // Whoever paid with a wallet of the device tries again with its own button.
            mayPay && (
              <Button look="quiet" onClick={onPay}>
                Try again
              </Button>
            )
          ) : (
            <Button look="quiet" onClick={() => onAccept(objection)}>
              {accepting[objection.kind]}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const accepting = {
  prices: "Accept the new total",
  "sold-out": "Continue with what is left",
  code: "Continue without the code",
};

function notices(lines: Bag, objection: Objection): string[] {
  switch (objection.kind) {
    case "prices": {
      const total = formatCents(centsOfDollars(objection.now.summary.total));
      return [...priceNotices(lines, objection.now), `The new total is ${total}. Nothing has been charged.`];
    }
    case "sold-out":
      return [...stockNotices(objection.now), "Nothing has been charged."];
    case "held":
      return [...heldNotices(objection.now), "Nothing has been charged."];
    case "too-much":
      return [tooMuchNotice(objection.now), "Nothing has been charged."];
    case "wait": {
      const wait = objection.retryAfter > 60 ? [`It should work ${inMinutes(objection.retryAfter)}.`] : [];
      return [objection.words, ...wait, "Your bag is as you left it, and nothing has been charged."];
    }
    case "gone":
      return ["Something in your bag is no longer sold. Nothing has been charged."];
    case "code":
      return [objection.words, "Nothing has been charged."];
  }
}
