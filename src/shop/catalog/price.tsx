import { type Cents, formatCents } from "../money";

type PriceProps = {
  now: Cents;
  /** What it cost before the sale; nothing when it is not on sale. */
  was?: Cents | null;
  /** Places it; never restyles it. */
  className?: string;
};

/** What a thing costs; on sale the new price first, the old one struck through, both said in words. */
export function Price({ now, was, className }: PriceProps) {
  return (
    <p className={["price", was && "price--sale", className].filter(Boolean).join(" ")}>
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
