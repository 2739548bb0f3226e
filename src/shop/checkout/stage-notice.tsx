import type { Bag } from "~/shop/bag/bag";
import { Button, ButtonLink } from "~/ui/button";
import { ObjectionNotice } from "./objection-notice";
import type { Objection, Stage } from "./purchase";
import type { SummedOffers } from "./quote";

interface StageNoticeProps {
  lines: Bag;
  offers: SummedOffers;
  stage: Stage;
  mayPay: boolean;
  onPay: () => void;
  onAccept: (objection: Objection) => void;
  onRetry: () => void;
}

/** Notice about a problem between purchase and order, with the button that solves it; null if there is none. */
export function StageNotice({ stage, onRetry, ...shown }: StageNoticeProps) {
  switch (stage.at) {
    case "ready":
      // Repeats the toast's message, because the toast disappears.
      return stage.declined ? <p className="sum__says">{`Not paid yet. ${stage.declined}`}</p> : null;
    case "confirming":
      return <ConfirmingNotice isPolling={stage.isPolling} onRetry={onRetry} />;
    case "returned":
      return <ReturnedNotice message={stage.message} />;
    case "objected":
      return <ObjectionNotice {...shown} objection={stage.objection} />;
    default:
      return null;
  }
}

function ConfirmingNotice({ isPolling, onRetry }: { isPolling: boolean; onRetry: () => void }) {
  return (
    <div className="sum__says" role="status">
      <p>
        <b>Your payment has arrived and your order is being confirmed.</b> You will not be charged again, and you can
        close this page: the confirmation comes by e-mail.
      </p>
      {!isPolling && (
        <Button look="quiet" onClick={onRetry}>
          Check again
        </Button>
      )}
    </div>
  );
}

function ReturnedNotice({ message }: { message: string }) {
  return (
    <div className="sum__says" role="alert">
      <p>{message}</p>
      <ButtonLink to="/contact" look="quiet">
        Contact Support
      </ButtonLink>
    </div>
  );
}
