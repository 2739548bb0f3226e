import { Letter, LetterButton, LetterHead, LetterSign, Small } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import type { Settings } from "~/shop/settings";

interface Props {
  question: string;
  answer: string;
  product: { name: string; href: string };
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const questionAnsweredSubject = ({ name }: { name: string }): string => `Your question about ${name}`;

/** The shop's answer, to the shopper who asked. */
export function QuestionAnswered({ question, answer, product, settings, address }: Props) {
  return (
    <Letter preview={`${settings.shopName} has answered you.`} settings={settings} address={address}>
      <LetterSign under={product.name}>You asked, we answer</LetterSign>
      <LetterHead>You asked</LetterHead>
      <LetterWords text={question} />
      <LetterHead>{settings.shopName} says</LetterHead>
      <LetterWords text={answer} />
      <LetterButton href={product.href}>See it on the shop</LetterButton>
      <Small>
        You get this one letter because you left this address with your question. It is used for nothing else.
      </Small>
    </Letter>
  );
}
