import { Letter, LetterButton, LetterSign } from "~/shop/letter";
import { LetterWords as TypedWords } from "~/shop/letter-text";
import { orderChips } from "~/shop/orders/letters/order-chips";
import type { Order } from "~/shop/orders/order";
import type { Settings } from "~/shop/settings";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";

interface Props {
  order: Pick<Order, "number" | "name">;
  recall: { title: string; words: string; caseNumber: string };
  /** Signed URL of the page with the button "I have stopped using it". */
  page: string;
  words: LetterWords<"recall">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

const say = ({ order, recall, words }: Pick<Props, "order" | "recall" | "words">) =>
  saying(words, { ...orderChips(order), goods: recall.title, caseNumber: recall.caseNumber });

export const recallSubject = (props: Pick<Props, "order" | "recall" | "words">): string => say(props).line("subject");

/** Letter of a recall: what a member wrote about it, the case number, and the way to say that it is not used any more. */
export function RecallLetter({ order, recall, page, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, recall, words });
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={recall.title}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <TypedWords text={recall.words} />
      <LetterButton href={page}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
