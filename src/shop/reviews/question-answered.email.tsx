import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { LetterWords as Typed } from "~/shop/letter-text";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";

interface Props {
  question: string;
  answer: string;
  product: { name: string; href: string };
  words: LetterWords<"question-answered">;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

const say = ({ product, words }: Pick<Props, "product" | "words">) => saying(words, { product: product.name });

export const questionAnsweredSubject = (props: Pick<Props, "product" | "words">): string => say(props).line("subject");

/** Letter with the shop's answer to the shopper who asked. */
export function QuestionAnswered({ question, answer, product, words, settings, address }: Props) {
  const { line, paragraphs } = say({ product, words });
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={product.name}>{line("title")}</LetterSign>
      <LetterHead>You asked</LetterHead>
      <Typed text={question} />
      <LetterHead>{settings.shopName} says</LetterHead>
      <Typed text={answer} />
      <LetterButton href={product.href}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
