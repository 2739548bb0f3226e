import { Letter, LetterButton, LetterCode, LetterLink, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { shownNumber } from "~/shop/orders/order-number";
import { shownReturnNumber } from "./return-number";
import { orderPage, returnChips, type ReturnLetterProps } from "./return-letter-parts";

interface NoLabelProps extends ReturnLetterProps {
  words: LetterWords<"return-without-label">;
}

/** Letter about a return whose instructions promised a label, saying that there is none after all. */
export function NoReturnLabel({ number, order, words, settings, address }: NoLabelProps) {
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterCode>{shownReturnNumber(number)}</LetterCode>
      <LetterButton href={orderPage(order, address)}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}

interface LabelProps extends ReturnLetterProps {
  words: LetterWords<"return-label">;
  /** Address of the label's file. */
  url: string;
}

/** Letter with the label of a return whose instructions were sent without it. */
export function ReturnLabel({ number, order, url, words, settings, address }: LabelProps) {
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  const page = <LetterLink href={orderPage(order, address)}>Your order&apos;s page</LetterLink>;
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterButton href={url}>{line("button")}</LetterButton>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>
      <Said paragraphs={paragraphs("small", { orderPage: page })} isSmall />
    </Letter>
  );
}
