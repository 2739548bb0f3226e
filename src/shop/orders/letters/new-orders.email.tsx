import { Letter, LetterHead, LetterRow, Paragraph } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { shownNumber } from "../order-number";

/** Paid order in the letter to the merchant. */
export interface NewOrder {
  number: string;
  pieces: number;
  total: Cents;
}

interface Props {
  orders: NewOrder[];
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const newOrdersSubject = ([first, ...more]: NewOrder[]): string =>
  first && more.length === 0 ? `New order ${shownNumber(first.number)}` : `${more.length + 1} new orders`;

/** Letter to the shop's own address about one paid order or about all orders of a day. */
export function NewOrders({ orders, settings, address }: Props) {
  return (
    <Letter preview={newOrdersSubject(orders)} settings={settings} address={address} isInternal>
      <LetterHead>{orders.length === 1 ? "A new order" : `${orders.length} new orders`}</LetterHead>
      <Paragraph>Paid, and waiting to be packed.</Paragraph>
      {orders.map(({ number, pieces, total }) => (
        <LetterRow
          key={number}
          left={`${shownNumber(number)}, ${pieces === 1 ? "1 piece" : `${pieces} pieces`}`}
          right={formatCents(total)}
        />
      ))}
    </Letter>
  );
}
