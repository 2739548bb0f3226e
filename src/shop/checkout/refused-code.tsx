import { formatCents, type Cents } from "~/shop/money";
import { Button } from "~/ui/button";

/** A stored code that cannot be used with the shopper's e-mail address, and the reason. */
export interface RefusedCode {
  code: string;
  message: string;
}

interface RefusedCodeNoticeProps {
  refused: RefusedCode | null;
  /** Total without the code, in cents. */
  total: Cents;
  onOtherAddress: () => void;
  onRemoveCode: () => void;
}

/**
 * Notice under the e-mail address that a code is lost by it, with the total that follows; the shopper can change the address, or
 * remove the code. The region stays in the page, so that screen readers announce the notice.
 */
export const RefusedCodeNotice = ({ refused, total, onOtherAddress, onRemoveCode }: RefusedCodeNoticeProps) => (
  <div role="status">
    {refused && (
      <div className="sum__says">
        <p>
          <b>The code {refused.code} is not counted.</b> {refused.message} Your total is {formatCents(total)} without
          it.
        </p>
        <Button look="quiet" onClick={onOtherAddress}>
          Use another address
        </Button>
        <Button look="quiet" onClick={onRemoveCode}>
          Remove the code
        </Button>
      </div>
    )}
  </div>
);
