import { lineTotal } from "~/shop/bag/bag";
import {
  Letter,
  LetterButton,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  Paragraph,
  Small,
} from "~/shop/letter";
import { type Cents, cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { choiceOf, OrderLines, OrderTotals } from "./order-confirmed.email";
import type { Pieces } from "../parcels/pieces";
import type { RefundReason } from "../refunds/refund-cause";

interface Props {
  order: Order;
  reason: RefundReason;
  /** In cents; 0 for a cancelled order without a refund. */
  amount: Cents;
  /** Refunded lines; empty for the whole order. A line without pieces is the rest of a price of which another refund told the pieces. */
  lines: (Pieces & { amount: Cents; withheld: Cents })[];
  extras: { kind: "delivery" | "fees" | "goodwill"; amount: Cents }[];
  /** Part of the amount that is sales tax, in cents. */
  tax?: Cents;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

const opening: Record<RefundReason, string> = {
  cancelled: "your order is cancelled. Nothing of it will be shipped, and all that you paid goes back to you.",
  return: "we have checked what came back to us, and its money goes back to you.",
  lost: "a parcel of your order was lost on its way, and what you paid for what was in it goes back to you. We are sorry.",
  change: "your order costs less since it was changed, and the difference goes back to you.",
  "change-late":
    "your payment for a change of your order came after that change had ended, so all of it goes back to you. Your order stays as it was.",
  exchange: "what you paid for an exchange that is not made goes back to you.",
  staff: "money that you paid for your order goes back to you.",
};

export const orderRefundedSubject = ({ number }: Order, reason: RefundReason): string =>
  `${reason === "cancelled" ? "Order cancelled" : "Your refund"}: ${shownNumber(number)}`;

/** Letter to the shopper about a refund: reason, lines, amount and duration. */
export function OrderRefunded({ order, reason, amount, lines, extras, tax = cents(0), settings, address }: Props) {
  const isMoneyDue = amount > 0;
  const isInPart = lines.length + extras.length > 0;
  const sum = isMoneyDue ? `${formatCents(amount)} is on its way back to you` : `Order ${shownNumber(order.number)}`;
  return (
    <Letter preview={`${sum}.`} settings={settings} address={address}>
      <LetterSign under={sum}>{reason === "cancelled" ? "Order cancelled" : "Refund"}</LetterSign>
      <Paragraph>
        {order.name},{" "}
        {isMoneyDue
          ? `${opening[reason]} Banks take ${settings.refundTime} to show it. There is nothing you have to do.`
          : "your order is cancelled. Nothing of it will be shipped."}
      </Paragraph>
      <LetterHead>{isInPart ? "What it is for" : "What you had ordered"}</LetterHead>
      {isInPart ? (
        <>
          <RefundedLines order={order} lines={lines} address={address} />
          {extras.map(({ kind, amount: extra }) => (
            <LetterRow
              key={kind}
              left={kind === "goodwill" && reason === "return" ? "Difference of your exchange" : extraWords[kind]}
              right={formatCents(extra)}
            />
          ))}
        </>
      ) : (
        <>
          <OrderLines order={order} address={address} />
          <OrderTotals order={order} />
        </>
      )}
      {isMoneyDue && <LetterRow loud left="GOES BACK" right={formatCents(amount)} />}
      {tax > 0 && <LetterRow left="Of that sales tax" right={formatCents(tax)} />}
      {isInPart && order.method && <LetterRow left="To" right={order.method} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
      {lines.length > 0 && (
        <Small>
          Order {shownNumber(order.number)}. {footnote(order, extras)}
        </Small>
      )}
    </Letter>
  );
}

const extraWords = { delivery: "Delivery", fees: "Fees", goodwill: "Goodwill" };

/** Parts that are not refunded, with the reason; the delivery fee only if it is not refunded. */
function footnote({ summary }: Order, extras: Props["extras"]): string {
  const parts = [
    ...(extras.some(({ kind }) => kind === "delivery") ? [] : ["the delivery fee is not refunded"]),
    ...(summary.discount > 0 ? ["what your discount took off an item is taken off its refund"] : []),
  ].join(", and ");
  return parts && `${parts[0]?.toUpperCase()}${parts.slice(1)}.`;
}

/** Words after a price that differs from what was paid for a line. */
function priceWords({ summary: { discount, tax } }: Order): string {
  if (tax === 0) return "less discount";
  return discount > 0 ? "before discount and sales tax" : "before sales tax";
}

function RefundedLines({ order, lines, address }: Pick<Props, "order" | "lines" | "address">) {
  return lines.map(({ position, quantity, amount, withheld }) => {
    const line = order.lines.find((sold) => sold.position === position);
    if (!line) return null;
    const full = lineTotal({ ...line, quantity });
    const paid = cents(amount + withheld);
    const discounted = [
      ...(full === paid || quantity === 0 ? [] : [`${formatCents(full)} ${priceWords(order)}`]),
      ...(withheld > 0 ? [`${formatCents(amount)} of ${formatCents(paid)}`] : []),
    ];
    return (
      <LetterLine
        key={position}
        name={line.name}
        choice={[quantity > 0 ? choiceOf({ ...line, quantity }) : "The rest of its price", ...discounted].join(" / ")}
        price={formatCents(amount)}
        picture={letterPicture(line.image, address)}
      />
    );
  });
}
