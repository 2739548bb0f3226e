import type { CSSProperties } from "react";
import { cents, formatCents, formatRound, type Cents } from "~/shop/money";
import type { BagTerms } from "~/shop/delivery-fee";

interface FreeDeliveryBarProps {
  value: Cents;
  terms: BagTerms;
}

/** Bar that shows how far an order value, in cents, is from free delivery. */
export function FreeDeliveryBar({ value, terms: { freeDeliveryFrom, usualPlaces } }: FreeDeliveryBarProps) {
  const left = cents(Math.max(freeDeliveryFrom - value, 0));
  const where = usualPlaces ? ` in ${usualPlaces}` : "";
  const share = freeDeliveryFrom === 0 ? 1 : Math.min(value / freeDeliveryFrom, 1);
  return (
    <div className="free">
      <p>
        {left > 0 ? (
          <span>
            <b>{formatCents(left)}</b> to go until delivery is free{where}
          </span>
        ) : (
          <span>
            <b>Delivery is free{where}</b>
          </span>
        )}
        <span className="muted">{formatRound(freeDeliveryFrom)}</span>
      </p>
      <div className="free__bar" style={{ "--v": `${share * 100}%` } as CSSProperties} aria-hidden="true">
        <i />
        <u />
      </div>
    </div>
  );
}
