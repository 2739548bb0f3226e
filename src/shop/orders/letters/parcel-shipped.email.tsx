import { Letter, LetterButton, LetterCode, LetterHead, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { OrderLines, WhereItGoes } from "./order-confirmed.email";
import type { Parcel } from "../parcels/pieces";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber" | "trackingUrl" | "shippedAt" | "lines">;
  /** Part of the order in the parcel: some, the rest, all, an exchange (`instead`), or lost pieces sent again. */
  part: "some" | "rest" | "all" | "instead" | "again";
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

const what = {
  some: "part of your order",
  rest: "the rest of your order",
  all: "your order",
  instead: "what you wanted instead",
  again: "what was lost on its way, sent again,",
};

export const parcelShippedSubject = ({ number }: Order): string => `On its way: ${shownNumber(number)}`;

/** Letter to the shopper with each parcel: carrier, tracking link, contents, and whether more follows. */
export function ParcelShipped({ order, parcel, part, settings, address }: Props) {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  const orderPage = `${address}/order-status?order=${order.number}`;
  return (
    <Letter
      preview={`A parcel of your order ${shownNumber(order.number)} is with ${carrier}.`}
      settings={settings}
      address={address}
    >
      <LetterSign under={`Order ${shownNumber(order.number)}`}>On its way</LetterSign>
      <Paragraph>
        {order.name}, {what[part]} left us on {wholeDate(parcel.shippedAt, settings.timeZone)} with {carrier}.
        {part === "some" && " The rest follows."}
      </Paragraph>
      {trackingNumber && <LetterCode>{trackingNumber}</LetterCode>}
      <LetterButton href={trackingUrl || orderPage}>
        {trackingUrl ? "Track the parcel" : "Follow your order"}
      </LetterButton>

      <LetterHead>What is in it</LetterHead>
      <OrderLines order={order} address={address} pieces={parcel.lines} />

      <WhereItGoes order={order} />
      <Small>
        Sent to {order.email}. You can return most things within {settings.returnDays} days of delivery.
      </Small>
    </Letter>
  );
}
