import { formatCents } from "~/shop/money";
import type { ShownPrice } from "./pricing";

interface PriceProps {
  price: ShownPrice;
  /** Class for positioning the price. */
  className?: string;
}

/** Shows a price. On sale it shows the new price, then the old price struck through, both with labels for screen readers. */
export function Price({ price: { now, was, isFrom }, className }: PriceProps) {
  if (!was && !isFrom) return <p className={className ? `price ${className}` : "price"}>{formatCents(now)}</p>;
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
