import type { OrderSummary } from "~/shop/price";
import { taxLinesOf } from "~/shop/bag/tax-lines";
import { type Cents, formatCents, sum } from "~/shop/money";
import { Button } from "~/ui/button";
import type { Quoted } from "./quote";

interface TaxNoticeProps {
  quoted: Quoted;
  /** Parts of the sums that depend on the address. */
  open: { deliveryVaries?: boolean; taxFollows?: boolean };
  onRetry: () => void;
}

/**
 * Message beside the total about what depends on the address: that the calculation is slow, that it failed, or that nothing is
 * delivered there, which is repeated because the address is out of view on a phone.
 */
export function TaxNotice({ quoted, open, onRetry }: TaxNoticeProps) {
  if (quoted.at === "never") return null;
  if (quoted.at === "elsewhere") return <p className="sum__says">{quoted.message}</p>;
  const counted = countedWords(open);
  if (quoted.at === "failed")
    return (
      <div className="sum__says" role="alert">
        <p>
          {quoted.message ?? `We could not count ${counted} for your address. What you typed is kept.`} You can also go
          on: before anything is charged you see the new total.
        </p>
        <Button look="quiet" onClick={onRetry}>
          Count again
        </Button>
      </div>
    );
  const words = quoted.at === "asking" && quoted.isSlow ? `Still counting ${counted} for your address...` : null;
  // The region stays in the page, so that screen readers announce its changes.
  return <div role="status">{words && <p className="sum__says">{words}</p>}</div>;
}

/** Sums that are counted at an address, as text: "the sales tax", "delivery and sales tax". */
const countedWords = ({ deliveryVaries = false, taxFollows = false }: TaxNoticeProps["open"]): string =>
  deliveryVaries ? (taxFollows ? "delivery and sales tax" : "delivery") : "the sales tax";

/**
 * Notice under the address that delivery or tax of that address changed the total, or that nothing is delivered there. The region
 * stays in the page, to be announced.
 */
export function AddressNotice({ quoted }: { quoted: Quoted }) {
  const words =
    quoted.at === "known" ? !quoted.isOfMethod && quoted.notice : quoted.at === "elsewhere" ? quoted.message : null;
  return <div role="status">{words && <p className="sum__says">{words}</p>}</div>;
}

/**
 * Message about a total that a quote has changed; null if it has not. `deliveryVaries`: whether delivery costs something else at
 * some places, so that its fee is said, too.
 */
export function quoteNotice(zip: string, before: Cents, now: OrderSummary, deliveryVaries = false): string | null {
  if (before === now.total) return null;
  const total = `Your total is ${formatCents(now.total)} instead of ${formatCents(before)}.`;
  const tax = taxWords(now);
  if (!deliveryVaries)
    return tax ? `${tax} for ZIP ${zip}. ${total}` : `We collect no sales tax for ZIP ${zip}. ${total}`;
  const fee = now.deliveryFee === 0 ? "is free" : `costs ${formatCents(now.deliveryFee)}`;
  return [`Delivery to ZIP ${zip} ${fee}.`, tax && `${tax}.`, total].filter(Boolean).join(" ");
}

/** Tax and fees as text, such as "Sales tax of $5.60" or "Sales tax and fees of $5.88"; empty if there are none. */
export function taxWords(summary: OrderSummary): string {
  const lines = taxLinesOf(summary);
  const kinds = [
    ...(lines.some(({ kind }) => kind === "tax") ? ["sales tax"] : []),
    ...(lines.some(({ kind }) => kind === "fee") ? ["fees"] : []),
  ].join(" and ");
  const amount = formatCents(sum(lines.map((line) => line.amount)));
  return kinds && `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)} of ${amount}`;
}

/** Text in place of a tax that is not calculated yet; undefined if it is calculated, or if none will be added. */
export function taxToCome({ at }: Quoted): string | undefined {
  if (at === "no-address") return "with your address";
  if (at === "asking") return "being counted";
  return at === "failed" ? "not counted yet" : undefined;
}
