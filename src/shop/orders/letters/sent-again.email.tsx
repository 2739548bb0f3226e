import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import type { Parcel, Pieces } from "../parcels/pieces";
import { OrderLines, WhereItGoes } from "./order-confirmed.email";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber">;
  lines: Pieces[];
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const sentAgainSubject = ({ number }: Order): string => `We send it again: ${shownNumber(number)}`;

/** Letter to the shopper when lost pieces are sent again. */
export function SentAgain({ order, parcel, lines, settings, address }: Props) {
  const by = [parcel.carrier, parcel.trackingNumber].filter(Boolean).join(" ");
  return (
    <Letter
      preview={`A parcel of your order ${shownNumber(order.number)} was lost. We send it again.`}
      settings={settings}
      address={address}
    >
      <LetterSign under={`Order ${shownNumber(order.number)}`}>We send it again</LetterSign>
      <Paragraph>
        {order.name}, a parcel of your order was lost on its way ({by}). We are sorry. What you see below is packed and
        sent once more, and costs you nothing. You get another letter when it leaves.
      </Paragraph>
      <LetterHead>What we send again</LetterHead>
      <OrderLines order={order} address={address} pieces={lines} />
      <WhereItGoes order={order} />
      <Paragraph>Should the lost parcel turn up after all, please answer this letter.</Paragraph>
      <LetterButton href={`${address}/order-status?order=${order.number}`}>Follow your order</LetterButton>
    </Letter>
  );
}
