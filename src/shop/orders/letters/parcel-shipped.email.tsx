import { Letter, LetterButton, LetterCode, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { orderChips } from "./order-chips";
import { OrderLines, WhereItGoes } from "./order-confirmed.email";
import type { Parcel } from "../parcels/pieces";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber" | "trackingUrl" | "shippedAt" | "lines">;
  /**
   * Contents of the parcel: some pieces of the order, the rest, all pieces, goods of an exchange (`instead`), or lost pieces sent
   * again.
   */
  part: "some" | "rest" | "all" | "instead" | "again";
  words: LetterWords<"parcel-shipped">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

const WHAT = { some: "some", rest: "theRest", all: "all", instead: "instead", again: "again" } as const;

type Chosen = Pick<Props, "order" | "words" | "parcel">;
const say = ({ order, words, parcel }: Chosen) =>
  saying(words, { ...orderChips(order), email: order.email, carrier: parcel.carrier });

export const parcelShippedSubject = (props: Chosen): string => say(props).line("subject");

/** Letter to the shopper about a shipped parcel: carrier, tracking link, contents, and whether more parcels follow. */
export function ParcelShipped({ order, parcel, part, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words, parcel });
  const { trackingNumber, trackingUrl } = parcel;
  const orderPage = `${address}/order-status?order=${order.number}`;
  const sent = {
    what: line(WHAT[part]),
    day: wholeDate(parcel.shippedAt, settings.timeZone),
    rest: part === "some" ? line("rest") : "",
  };
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", sent)} />
      {trackingNumber && <LetterCode>{trackingNumber}</LetterCode>}
      <LetterButton href={trackingUrl || orderPage}>{trackingUrl ? line("track") : line("button")}</LetterButton>

      <LetterHead>What is in it</LetterHead>
      <OrderLines order={order} address={address} pieces={parcel.lines} />

      <WhereItGoes order={order} />
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
