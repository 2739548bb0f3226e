import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import type { Delay } from "../delays/delay";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import type { Pieces } from "../parcels/pieces";
import { orderChips } from "./order-chips";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  delay: Delay;
  /** Pieces that have not left. */
  lines: Pieces[];
  /** Signed URL of the page on which the shopper answers. */
  page: string;
  words: LetterWords<"order-delayed">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

type Chosen = Pick<Props, "order" | "words" | "delay">;
const say = ({ order, words, delay }: Chosen) =>
  saying(words, { ...orderChips(order), promised: wholeDate(delay.promised, "UTC") });

export const orderDelayedSubject = (props: Chosen): string => say(props).line("subject");

/** Letter about a delay: the new day if one is known, what the shopper's silence means, and the way to both answers. */
export function OrderDelayed({ order, delay, lines, page, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words, delay });
  const { newDay, endsOn } = delay;
  const outlook = newDay ? line("withDay", { newDay: wholeDate(newDay, "UTC") }) : line("withoutDay");
  const silence = endsOn ? line("asks", { endsOn: wholeDate(endsOn, "UTC") }) : line("silent");
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { outlook, silence })} />
      <LetterButton href={page}>{line("button")}</LetterButton>
      <LetterHead>What has not left</LetterHead>
      <OrderLines order={order} address={address} pieces={lines} />
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
