import { lazy, Suspense, useState } from "react";
import type { Cents } from "~/shop/money";
import { discountStore } from "./discount-store";
import { CODE_BUTTON, focusCodeButton, useCode } from "./use-code";
import { loadCards } from "./use-gift-cards";

const CodeForm = lazy(async () => ({ default: (await loadCards()).CodeForm }));

interface DiscountRowProps {
  orderValue: Cents;
  /** Words about a code that does not count, or that was taken off when the bag was opened. */
  told?: string | undefined;
}

/** Row of the totals for a discount code or a gift card: asks for one, has the server check it, and shows the accepted code. */
export default function DiscountRow({ orderValue, told }: DiscountRowProps) {
  const { discount } = useCode();
  const [isOpen, setOpen] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const remove = () => {
    discountStore.change(() => null);
    setAdded(false);
    focusCodeButton();
  };
  const close = () => {
    setOpen(false);
    setAdded(true);
    focusCodeButton();
  };
  const toggle = () => {
    setOpen(!isOpen);
    setAdded(false);
  };
  return (
    <div className="disc">
      <div className="disc__row">
        <span>DISCOUNTS</span>
        <span className="disc__code">
          {discount && (
            <>
              {discount.code}
              <button type="button" aria-label={`Remove the code ${discount.code}`} onClick={remove}>
                REMOVE
              </button>
            </>
          )}
          <button type="button" id={CODE_BUTTON} aria-expanded={isOpen} onClick={toggle}>
            ADD
          </button>
        </span>
      </div>
      <div role="status">{told && <p className="disc__words">{told}</p>}</div>
      {/* The button that keeps the focus does not say what was added. */}
      <p className="vh" role="status">
        {isAdded && "The code or gift card was added."}
      </p>
      {isOpen && (
        <Suspense fallback={null}>
          <CodeForm orderValue={orderValue} onAccept={close} />
        </Suspense>
      )}
    </div>
  );
}
