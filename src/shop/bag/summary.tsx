import { Link, PrefetchPageLinks, useNavigate } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PaymentLogos } from "~/ui/payment-logos";
import { formatCents } from "../money";
import type { Settings } from "../settings";
import { summaryOf, type Bag, type OrderSummary } from "./bag";
import { DiscountRow } from "./discount-row";
import { orderDraftOf, orderDraftStore } from "./order-draft";
import { useCode } from "./use-code";

type SummaryProps = {
  /** Those that can be bought. */
  lines: Bag;
  settings: Pick<Settings, "deliveryFee" | "freeDeliveryFrom" | "returnDays">;
};

/** What the bag comes to, and the way to the checkout. */
export function Summary({ lines, settings }: SummaryProps) {
  const navigate = useNavigate();
  const { counted } = useCode();
  const summary = summaryOf(lines, counted, settings);
  const continueToCheckout = () => {
    orderDraftStore.change(() => orderDraftOf(lines, counted, settings));
    void navigate("/checkout");
  };
  return (
    <aside className="sum" aria-label="Order summary">
      {lines.length > 0 ? <Amounts summary={summary} /> : <NothingToPay />}
      <Button size="large" wide disabled={lines.length === 0} onClick={continueToCheckout}>
        CONTINUE TO CHECKOUT
      </Button>
      <PrefetchPageLinks page="/checkout" />
      <PaymentLogos />
      <p className="fine">Prices and delivery costs are not confirmed until you've reached the checkout.</p>
      <p className="fine">
        {settings.returnDays} days to return. Read the{" "}
        <Link className="text-link" to="/return-policy" prefetch="intent">
          return and refund policy
        </Link>
        .
      </p>
      <div className="sum__links">
        <Link to="/contact" prefetch="intent">
          Customer Support
          <Icon name="right" />
        </Link>
        <Link to="/faqs" prefetch="intent">
          DELIVERY AND RETURN OPTIONS
          <Icon name="right" />
        </Link>
      </div>
    </aside>
  );
}

function Amounts({ summary: { orderValue, discount, deliveryFee, total } }: { summary: OrderSummary }) {
  return (
    <>
      <DiscountRow orderValue={orderValue} />
      <dl>
        <div>
          <dt>Order value</dt>
          <dd>{formatCents(orderValue)}</dd>
        </div>
        {discount > 0 && (
          <div>
            <dt>Discount</dt>
            <dd>-{formatCents(discount)}</dd>
          </div>
        )}
        <div>
          <dt>Estimated delivery fee</dt>
          <dd>{deliveryFee === 0 ? "FREE" : formatCents(deliveryFee)}</dd>
        </div>
        <div className="total">
          <dt>TOTAL</dt>
          <dd>{formatCents(total)}</dd>
        </div>
      </dl>
    </>
  );
}

/** Nothing in the bag can be bought: there is nothing to deliver and nothing to pay. */
function NothingToPay() {
  return (
    <>
      <p>Nothing in your bag can be bought right now.</p>
      <ButtonLink to="/shop/new-arrivals" look="quiet" wide prefetch="intent">
        Continue Shopping
      </ButtonLink>
    </>
  );
}
