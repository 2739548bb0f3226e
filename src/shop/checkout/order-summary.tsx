import { lazy, Suspense, useState } from "react";
import type { Bag } from "~/shop/bag/bag";
import { textOfKey } from "~/shop/bag/card-facts";
import { CardSums } from "~/shop/bag/card-sums";
import { besideOffersWords } from "~/shop/bag/offer-code-words";
import type { ByCards } from "~/shop/bag/gift-card-store";
import { formatCents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { areByEmail, goodsValue, type OrderSummary as Summary } from "~/shop/price";
import { MiniLine } from "~/shop/bag/mini-line";
import { OneOrder } from "~/shop/bag/one-order";
import { TotalList } from "~/shop/bag/total-list";
import { pendingTotalRows, totalRows } from "~/shop/bag/total-rows";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "react-router";
import { asksFirst, asksForTotal } from "./objection-notice";
import { noteBeside, withoutGone } from "./bag-after-objection";
import type { Objection, Stage } from "./purchase";
import type { Quoted, SummedOffers } from "./quote";
import type { RefusedCode } from "./refused-code";
import { StageNotice } from "./stage-notice";
import type { Following } from "./use-quote";
import { TaxNotice, taxToCome } from "./tax-notice";
import type { PageTexts } from "~/shop/texts/page-texts";

const DiscountRow = lazy(() => import("~/shop/bag/discount-row"));

interface OrderSummaryProps {
  texts: Pick<PageTexts<"checkout">, "secure" | "links">;
  lines: Bag;
  summary: Summary | null;
  /** Parts that gift cards pay beside the chosen method. */
  byCards: ByCards;
  method: PaymentMethod | null;
  /** Code of the purchase; undefined without one. */
  discountCode: string | undefined;
  /** Amounts that offers take off the totals. */
  offers: SummedOffers;
  refusedCode: RefusedCode | null;
  /** A sentence for each line whose product is no longer sold. */
  withdrawn: readonly string[];
  /** Maximum number of pieces in one order. */
  most: number;
  stage: Stage;
  isProcessing: boolean;
  /** Whether the shop still computes what offers take off. */
  isBusy: boolean | undefined;
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

/** Lines and totals of the purchase, with the button that pays. */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, summary, discountCode, withdrawn, stage, isProcessing, mayPay } = props;
  const { texts, quoted, onQuoteAgain, refusedCode } = props;
  const { objection } = stage.at === "objected" ? stage : {};
  const { says, ...acts } = useAccepted(props);
  const state = lines.length === 0 ? "sum--waits" : asksForTotal(objection) ? "sum--was" : "";
  const isByEmail = areByEmail(lines);
  const isOpen = quoted.at !== "known" && quoted.at !== "never";
  const options = {
    offers: props.offers.given,
    discountCode,
    taxToCome: props.open.taxFollows && !isByEmail ? taxToCome(quoted) : undefined,
    usualPlaces: isOpen ? props.open.usualPlaces : undefined,
    isByEmail,
  };
  return (
    <aside className={`sum ${state}`} id="order-summary" aria-label="Order summary">
      <ul className="mini" role="list">
        {lines.map((line, place) => (
          <MiniLine key={line.isPresent ? place : textOfKey(line)} line={line}>
            <NoteBeside line={line} stage={stage} />
          </MiniLine>
        ))}
      </ul>
      {summary ? <Sums {...props} summary={summary} options={options} /> : <TotalList rows={pendingTotalRows} />}
      {stage.at === "ready" && <TaxNotice quoted={quoted} open={props.open} onRetry={onQuoteAgain} />}
      <LeftOut withdrawn={[...withdrawn, ...besideOffers(props)]} refusedCode={refusedCode} />
      {stage.at === "ready" && <OneOrder bag={lines} most={props.most} />}
      <StageNotice {...props} {...acts} />
      <div role="status">{says && <p className="sum__says">{says}</p>}</div>
      <Button
        id="complete-purchase"
        look={asksFirst(objection) ? "line" : "solid"}
        size="large"
        wide
        disabled={!mayPay && !isProcessing}
        busy={isProcessing}
        onClick={acts.onPay}
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

/** The field for codes, and the totals with what gift cards pay of them. What is being paid does not change. */
function Sums({ lines, summary, options, byCards, method, stage, isProcessing, isBusy }: SumsProps) {
  const isOpen = !isProcessing && (stage.at === "ready" || stage.at === "objected");
  return (
    <>
      {isOpen && (
        <Suspense fallback={<div className="disc disc--on-its-way" />}>
          <DiscountRow orderValue={goodsValue(lines.filter(({ isPresent }) => !isPresent))} />
        </Suspense>
      )}
      <CardSums rows={totalRows(summary, options)} {...{ byCards, method, isOpen, isBusy }} />
    </>
  );
}
interface SumsProps extends Pick<
  OrderSummaryProps,
  "lines" | "byCards" | "method" | "stage" | "isProcessing" | "isBusy"
> {
  summary: Summary;
  options: Parameters<typeof totalRows>[1];
}

/** Sentence about a code that offers leave out; empty for another one. */
const besideOffers = ({ offers, discountCode }: Pick<OrderSummaryProps, "offers" | "discountCode">): string[] =>
  discountCode !== undefined && offers.isCodeLeftOut ? [besideOffersWords(discountCode, true)] : [];

/** Goods and a code of the bag that are not part of the order. */
const LeftOut = ({ withdrawn, refusedCode }: Pick<OrderSummaryProps, "withdrawn" | "refusedCode">) => (
  <>
    {withdrawn.map((words) => (
      <p key={words} className="fine">
        {words}
      </p>
    ))}
    {refusedCode && (
      <p className="sum__says">
        <b>The code {refusedCode.code} is not counted.</b> {refusedCode.message}
      </p>
    )}
  </>
);

const sumWords = ({ parts, rest }: ByCards): string =>
  `${parts.length > 0 ? "You pay" : "Your total is"} ${formatCents(rest)} now.`;

/**
 * The handlers of a purchase, and words about the total that follows an accepted objection, until the next try: the button that accepts says
 * nothing of a sum, such as the one without a code.
 */
function useAccepted({ stage, summary, byCards, onPay, onAccept }: OrderSummaryProps) {
  const [isAccepted, setAccepted] = useState(false);
  return {
    says: isAccepted && stage.at === "ready" && summary ? sumWords(byCards) : "",
    onPay: () => {
      setAccepted(false);
      onPay();
    },
    onAccept: (objection: Objection) => {
      setAccepted(true);
      onAccept(objection);
    },
  };
}

/** Note at a line that cannot be bought as it is; the notice below the totals has the button that solves it. */
function NoteBeside({ line, stage }: { line: Bag[number]; stage: Stage }) {
  const { objection } = stage.at === "objected" ? stage : {};
  if (objection?.kind === "gone" && objection.goods && withoutGone([line], objection.goods).length === 0)
    return <span className="mini__note">No longer sold</span>;
  if (objection?.kind !== "held" && objection?.kind !== "sold-out") return null;
  const note = noteBeside(line, objection.now.lines);
  return note ? <span className="mini__note">{note}</span> : null;
}
