import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { type Parcel, parcelName } from "../parcels/pieces";
import { orderChips } from "./order-chips";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber" | "lines">;
  /** Number of pieces that were sent again, and number of refunded pieces. */
  sentAgain: number;
  refunded: number;
  words: LetterWords<"parcel-found">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

type Chosen = Pick<Props, "order" | "words" | "parcel">;
const say = ({ order, words, parcel }: Chosen) => saying(words, { ...orderChips(order), parcel: parcelName(parcel) });

export const parcelFoundSubject = (props: Chosen): string => say(props).line("subject");

/** Letter about a lost parcel that arrived: asks the shopper to send back pieces that were meanwhile sent again or refunded. */
export function ParcelFound({ order, parcel, sentAgain, refunded, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words, parcel });
  const done = line(refunded === 0 ? "again" : sentAgain === 0 ? "refunded" : "both");
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { done })} />
      <LetterHead>What was in it</LetterHead>
      <OrderLines order={order} address={address} pieces={parcel.lines} />
      <LetterButton href={`${address}/order-status?order=${order.number}`}>{line("button")}</LetterButton>
    </Letter>
  );
}
