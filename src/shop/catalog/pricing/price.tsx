import { formatCents } from "~/shop/money";
import type { ShownPrice } from "./pricing";

interface PriceProps {
  price: ShownPrice;
  /** For positioning only. */
  className?: string;
}

/** A price; on sale the new one first and the old one struck through, both named for screen readers. */
export function Price({ price: { now, was, isFrom }, className }: PriceProps) {
  return (
    <p className={["price", was && "price--sale", className].filter(Boolean).join(" ")}>
      {isFrom && <span className="price__from">from </span>}
      {was && <span className="vh">Now </span>}
      <span className="price__now">{formatCents(now)}</span>
      {was && (
        <>
          {" "}
          <s>
            <span className="vh">Was </span>
            {formatCents(was)}
          </s>
        </>
      )}
    </p>
  );
}
