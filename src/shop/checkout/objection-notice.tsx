import { lazy, Suspense } from "react";
import type { Bag } from "~/shop/bag/bag";
import { inTime } from "~/shop/in-time";
import { centsOfDollars, formatCents } from "~/shop/money";
import { summaryInWire } from "~/shop/orders/order.wire";
import { Button, ButtonLink } from "~/ui/button";
import {
  goneNotices,
  heldNotices,
  priceNotices,
  stockNotices,
  tooMuchNotice,
  withoutGone,
} from "./bag-after-objection";
import type { Objection } from "./purchase";
import { offersIn, type SummedOffers } from "./quote";
import { taxWords } from "./tax-notice";

const ChangedOffers = lazy(() => import("./changed-offers"));

interface ObjectionNoticeProps {
  lines: Bag;
  /** Amounts that offers take off the sums that the shopper saw. */
  offers: SummedOffers;
  objection: Objection;
  mayPay: boolean;
  onPay: () => void;
  onAccept: (objection: Objection) => void;
}

/** Notice that the order needs a decision before payment, such as a changed price, with the button that accepts it. */
export function ObjectionNotice(props: ObjectionNoticeProps) {
  const { lines, offers, objection } = props;
  return (
    <div className="sum__says" role="alert">
      {notices(lines, objection).map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {asksForTotal(objection) && (
        <>
          <Suspense fallback={null}>
            <ChangedOffers told={offers.given} now={offersIn(objection.now).given} />
          </Suspense>
          <p>
            The new total is <b className="sum__now">{formatCents(centsOfDollars(objection.now.summary.total))}</b>.
            Nothing has been charged.
          </p>
        </>
      )}
      <ObjectionButtons {...props} />
    </div>
  );
}

/** Whether an objection names another total, which it asks to accept. */
export const asksForTotal = (objection: Objection | undefined) =>
  objection?.kind === "prices" || objection?.kind === "tax";

/** Whether the button of an objection is the main one, because the purchase cannot be completed without it. */
export const asksFirst = (objection: Objection | undefined) => asksForTotal(objection) || objection?.kind === "gone";

function ObjectionButtons({ lines, objection, mayPay, onPay, onAccept }: ObjectionNoticeProps) {
  const accept = () => onAccept(objection);
  // A payment by a device's wallet is repeated by the wallet's own button.
  const retryButton = mayPay && <QuietButton onClick={onPay}>Try again</QuietButton>;
  switch (objection.kind) {
    case "gone": {
      const mayGoOn = objection.goods && withoutGone(lines, objection.goods).length > 0;
      return mayGoOn ? <Button onClick={accept}>{acceptLabels.gone}</Button> : <BackToBag />;
    }
    case "too-much":
      return <BackToBag />;
    case "held":
      return (
        <>
          {objection.now.lines.some(({ left }) => left > 0) && (
            <QuietButton onClick={accept}>{acceptLabels["sold-out"]}</QuietButton>
          )}
          {retryButton}
        </>
      );
    case "wait":
      return retryButton;
    case "code":
      return (
        <>
          <QuietButton onClick={accept}>{acceptLabels.code}</QuietButton>
          {objection.mayWait && retryButton}
        </>
      );
    case "sold-out":
      return <QuietButton onClick={accept}>{acceptLabels["sold-out"]}</QuietButton>;
    case "cards":
      return <Button onClick={accept}>{objection.isOut ? acceptLabels.gone : acceptLabels.cards}</Button>;
    default:
      return <Button onClick={accept}>{acceptLabels[objection.kind]}</Button>;
  }
}

const BackToBag = () => (
  <ButtonLink to="/cart" look="quiet">
    Back to the bag
  </ButtonLink>
);

function QuietButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button look="quiet" onClick={onClick}>
      {children}
    </Button>
  );
}

const acceptLabels = {
  prices: "Accept the new total",
  tax: "Accept the new total",
  "sold-out": "Continue with what is left",
  code: "Continue without the code",
  gone: "Continue without it",
  cards: "See the new sums",
};

function notices(lines: Bag, objection: Objection): string[] {
  switch (objection.kind) {
    case "prices": {
      const told = priceNotices(lines, objection.now);
      return told.length > 0 ? told : [objection.message];
    }
    case "tax":
      return [`${taxWords(summaryInWire(objection.now.summary))} for your address is part of it now.`];
    case "sold-out":
      return [...stockNotices(objection.now), "Nothing has been charged."];
    case "held":
      return [...heldNotices(objection.now, objection.isLeftToOthers), "Nothing has been charged."];
    case "too-much":
      return [tooMuchNotice(objection.now), "Nothing has been charged."];
    case "wait": {
      const wait = objection.retryAfter > 60 ? [`It should work ${inTime(objection.retryAfter)}.`] : [];
      return [objection.message, ...wait, "Your bag is as you left it, and nothing has been charged."];
    }
    case "gone":
      return [...goneNotices(lines, objection.goods), "Nothing has been charged."];
    case "code":
    case "cards":
      return [objection.message, "Nothing has been charged."];
  }
}
