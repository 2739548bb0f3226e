import type { Bag } from "~/shop/bag/bag";
import type { OrderSummary as Summary } from "~/shop/price";
import { MiniLine } from "~/shop/bag/mini-line";
import { OneOrder } from "~/shop/bag/one-order";
import { TotalList } from "~/shop/bag/total-list";
import { pendingTotalRows, totalRows } from "~/shop/bag/total-rows";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "react-router";
import { asksForTotal } from "./objection-notice";
import { noteBeside } from "./bag-after-objection";
import type { Objection, Stage } from "./purchase";
import type { Quoted } from "./quote";
import type { RefusedCode } from "./refused-code";
import { StageNotice } from "./stage-notice";
import type { Following } from "./use-quote";
import { TaxNotice, taxToCome } from "./tax-notice";
import type { PageTexts } from "~/shop/texts/page-texts";

interface OrderSummaryProps {
  texts: Pick<PageTexts<"checkout">, "secure" | "links">;
  lines: Bag;
  summary: Summary | null;
  /** Code whose discount is in the totals; undefined without one. */
  discountCode: string | undefined;
  refusedCode: RefusedCode | null;
  /** Number of lines whose products are no longer sold. */
  withdrawn: number;
  /** Maximum number of pieces in one order. */
  most: number;
  stage: Stage;
  isProcessing: boolean;
  mayPay: boolean;
  onPay: () => void;
  onAccept: (objection: Objection) => void;
  onRetry: () => void;
  /** Whether sales tax is counted. */
  quoted: Quoted;
  onQuoteAgain: () => void;
  /** Parts of the sums that depend on the address; name of the places that have the estimated fee, if others have other ones. */
  open: Following & { usualPlaces: string | undefined };
}

/** Words about lines that are left out because their products are no longer sold. */
export const withdrawnWords = (lines: number): string =>
  `${lines === 1 ? "One item in your bag is" : `${lines} items in your bag are`} no longer sold and not part of this order.`;

/** Lines and totals of the purchase, with the button that pays. */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, summary, discountCode, withdrawn, stage, isProcessing, mayPay, onPay, onAccept, onRetry } = props;
  const { texts, quoted, onQuoteAgain, refusedCode } = props;
  const isOpen = quoted.at !== "known" && quoted.at !== "never";
  const options = {
    discountCode,
    taxToCome: props.open.taxFollows ? taxToCome(quoted) : undefined,
    usualPlaces: isOpen ? props.open.usualPlaces : undefined,
  };
  return (
    <aside className={lines.length > 0 ? "sum" : "sum sum--waits"} id="order-summary" aria-label="Order summary">
      <ul className="mini" role="list">
        {lines.map((line) => (
          <MiniLine key={`${line.product} ${line.color} ${line.size}`} line={line}>
            <NoteBeside line={line} stage={stage} />
          </MiniLine>
        ))}
      </ul>
      <TotalList rows={summary ? totalRows(summary, options) : pendingTotalRows} />
      {stage.at === "ready" && <TaxNotice quoted={quoted} open={props.open} onRetry={onQuoteAgain} />}
      {withdrawn > 0 && <p className="fine">{withdrawnWords(withdrawn)}</p>}
      {refusedCode && (
        <p className="sum__says">
          <b>The code {refusedCode.code} is not counted.</b> {refusedCode.message}
        </p>
      )}
      {stage.at === "ready" && <OneOrder bag={lines} most={props.most} />}
      <StageNotice lines={lines} stage={stage} mayPay={mayPay} onPay={onPay} onAccept={onAccept} onRetry={onRetry} />
      <Button
        id="complete-purchase"
        look={stage.at === "objected" && asksForTotal(stage.objection) ? "line" : "solid"}
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
        {texts.secure.text}
      </p>
      <div className="sum__links">
        {texts.links.map(({ label, href }) => (
          <Link key={href} to={href}>
            {label}
            <Icon name="right" />
          </Link>
        ))}
      </div>
    </aside>
  );
}

/** Note at a line of which too few pieces are left; the notice below the totals has the button that solves it. */
function NoteBeside({ line, stage }: { line: Bag[number]; stage: Stage }) {
  const { objection } = stage.at === "objected" ? stage : {};
  if (objection?.kind !== "held" && objection?.kind !== "sold-out") return null;
  const note = noteBeside(line, objection.now.lines);
  return note ? <span className="mini__note">{note}</span> : null;
}
