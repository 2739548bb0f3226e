import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import type { Parcel } from "../parcels/pieces";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber" | "lines">;
  /** Pieces sent again, and pieces refunded. */
  sentAgain: number;
  refunded: number;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const parcelFoundSubject = ({ number }: Order): string => `Please send it back: ${shownNumber(number)}`;

/** Letter to the shopper of a lost parcel that arrived, asking for its contents. */
export function ParcelFound({ order, parcel, sentAgain, refunded, settings, address }: Props) {
  const by = [parcel.carrier, parcel.trackingNumber].filter(Boolean).join(" ");
  return (
    <Letter
      preview={`The lost parcel of your order ${shownNumber(order.number)} arrived after all.`}
      settings={settings}
      address={address}
    >
      <LetterSign under={`Order ${shownNumber(order.number)}`}>It arrived after all</LetterSign>
      <Paragraph>
        {order.name}, the parcel that was lost on its way ({by}) has reached you after all. Meanwhile{" "}
        {doneWords(sentAgain, refunded)}, so please send back what you have got twice. Leave it unused and answer this
        letter: we tell you how it comes back to us, at no cost to you.
      </Paragraph>
      <LetterHead>What was in it</LetterHead>
      <OrderLines order={order} address={address} pieces={parcel.lines} />
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
    </Letter>
  );
}

/** Words for what was done in place of the parcel. */
function doneWords(sentAgain: number, refunded: number): string {
  if (refunded === 0) return "we have sent you the same things again";
  if (sentAgain === 0) return "what you paid for it has gone back to you";
  return "we have sent you some of it again, and what you paid for the rest has gone back to you";
}
