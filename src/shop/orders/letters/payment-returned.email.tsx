import { Letter, LetterButton, LetterHead, LetterRow, LetterSign, Paragraph } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  amount: Cents;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const paymentReturnedSubject = ({ number }: Order): string => `Your payment goes back: ${shownNumber(number)}`;

/** Letter to a shopper whose payment arrived after the last piece was sold: all of it is refunded. */
export function PaymentReturned({ order, amount, settings, address }: Props) {
  return (
    <Letter preview={`${formatCents(amount)} is on its way back to you.`} settings={settings} address={address}>
      <LetterSign under={`${formatCents(amount)} is on its way back to you`}>Sold out</LetterSign>
      <Paragraph>
        {order.name}, your payment reached us after your reservation had ended, and meanwhile the last piece went to
        somebody else. There is no order, and nothing will be shipped.
      </Paragraph>
      <Paragraph>
        The full amount goes back the way it came. Banks take {settings.refundTime} to show it. There is nothing you
        have to do.
      </Paragraph>
      <LetterHead>What you wanted</LetterHead>
      <OrderLines order={order} address={address} />
      {order.method && <LetterRow left="Paid by" right={order.method} />}
      <LetterRow loud left="GOES BACK" right={formatCents(amount)} />
      <LetterButton href={`${address}/shop/new-arrivals`}>See what is in</LetterButton>
    </Letter>
  );
}
