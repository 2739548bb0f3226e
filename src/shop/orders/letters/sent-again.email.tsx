import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { type Parcel, parcelName, type Pieces } from "../parcels/pieces";
import { orderChips } from "./order-chips";
import { OrderLines, WhereItGoes } from "./order-confirmed.email";

interface Props {
  order: Order;
  parcel: Pick<Parcel, "carrier" | "trackingNumber">;
  lines: Pieces[];
  words: LetterWords<"sent-again">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

type Chosen = Pick<Props, "order" | "words" | "parcel">;
const say = ({ order, words, parcel }: Chosen) => saying(words, { ...orderChips(order), parcel: parcelName(parcel) });

export const sentAgainSubject = (props: Chosen): string => say(props).line("subject");

/** Letter to the shopper about lost pieces that are sent again. */
export function SentAgain({ order, parcel, lines, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words, parcel });
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterHead>What we send again</LetterHead>
      <OrderLines order={order} address={address} pieces={lines} />
      <WhereItGoes order={order} />
      <Said paragraphs={paragraphs("closing")} />
      <LetterButton href={`${address}/order-status?order=${order.number}`}>{line("button")}</LetterButton>
    </Letter>
  );
}
