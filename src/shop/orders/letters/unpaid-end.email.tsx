import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { orderChips } from "./order-chips";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

type Chosen = Props & {
  words: LetterWords<"unpaid-end">;
  /** Path of the newest goods. */
  newest: string;
};

export const unpaidEndSubject = ({ order, words }: Pick<Chosen, "order" | "words">): string =>
  saying(words, orderChips(order)).line("subject");

/** Letter to a shopper whose order, made by a member, ended unpaid. */
export function UnpaidEnd({ order, words, settings, address, newest }: Chosen) {
  const { line, paragraphs } = saying(words, orderChips(order));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={line("under")}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <Said paragraphs={paragraphs("closing")} />
      <LetterHead>What it was</LetterHead>
      <OrderLines order={order} address={address} />
      <LetterButton href={address + newest}>{line("button")}</LetterButton>
    </Letter>
  );
}

/** Letter to the member who made the order: its number, the shopper, and a link to make it again. */
export function UnpaidEndToMember({ order, settings, address, page }: Props & { page: string }) {
  return (
    <Letter preview="Its pieces are free again." settings={settings} address={address} isInternal>
      <LetterSign under={order.name}>Ended unpaid</LetterSign>
      <Paragraph>
        The order {shownNumber(order.number)} that you made for {order.name} was not paid. Nothing was charged, its
        pieces are free again, and {order.email} was told so.
      </Paragraph>
      <LetterButton href={page}>Make it again</LetterButton>
    </Letter>
  );
}
