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
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { type Order, shownNumber } from "../order";
import { choiceOf, OrderLines, OrderTotals } from "./order-confirmed.email";
import type { Pieces } from "../parcels/pieces";
import type { RefundReason } from "../refunds/refund-cause";

interface Props {
  order: Order;
  reason: RefundReason;
  /** In cents; 0 when an order is cancelled of which no money goes back. */
  amount: Cents;
  /** What is refunded; none when all of the order is. */
  lines: (Pieces & { amount: Cents })[];
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

const opening: Record<RefundReason, string> = {
  cancelled: "your order is cancelled. Nothing of it will be shipped, and all that you paid goes back to you.",
  return: "we have checked what you sent back, and its money goes back to you.",
  staff: "money that you paid for your order goes back to you.",
};

export const orderRefundedSubject = ({ number }: Order, reason: RefundReason): string =>
  `${reason === "cancelled" ? "Order cancelled" : "Your refund"}: ${shownNumber(number)}`;

/** What a shopper gets when money of an order goes back: why, for what, how much and how long it takes. */
export function OrderRefunded({ order, reason, amount, lines, settings, address }: Props) {
  const isMoneyDue = amount > 0;
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
      <LetterHead>{lines.length > 0 ? "What it is for" : "What you had ordered"}</LetterHead>
      {lines.length > 0 ? (
        <RefundedLines order={order} lines={lines} address={address} />
      ) : (
        <>
          <OrderLines order={order} address={address} />
          <OrderTotals order={order} />
        </>
      )}
      {isMoneyDue && <LetterRow loud left="GOES BACK" right={formatCents(amount)} />}
      {lines.length > 0 && order.method && <LetterRow left="To" right={order.method} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
      {lines.length > 0 && (
        <Small>
          Order {shownNumber(order.number)}. The delivery fee is not refunded
          {order.summary.discount > 0 && ", and what your discount took off an item is taken off its refund"}.
        </Small>
      )}
    </Letter>
  );
}

function RefundedLines({ order, lines, address }: Pick<Props, "order" | "lines" | "address">) {
  return lines.map(({ position, quantity, amount }) => {
    const line = order.lines.find((sold) => sold.position === position);
    if (!line) return null;
    const full = lineTotal({ ...line, quantity });
    const discounted = full === amount ? [] : [`${formatCents(full)} less discount`];
    return (
      <LetterLine
        key={position}
        name={line.name}
        choice={[choiceOf({ ...line, quantity }), ...discounted].join(" / ")}
        price={formatCents(amount)}
        picture={letterPicture(line.image, address)}
      />
    );
  });
}
