import type { Line } from "~/shop/bag/bag";
import { Letter, LetterButton, LetterLine, LetterLink, letterPicture, LetterSign } from "~/shop/letter";
import { choiceOf } from "~/shop/orders/letters/order-confirmed.email";
import type { Settings } from "~/shop/settings";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";

interface Props {
  /** Goods that can be bought. */
  goods: Omit<Line, "price" | "giftCard">[];
  /** Signed URL of the page that brings the bag. */
  page: string;
  /** Signed URL that ends such letters. */
  leave: string;
  words: LetterWords<"checkout-reminder">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const checkoutReminderSubject = ({ words }: Pick<Props, "words">): string => saying(words, {}).line("subject");

/** Letter that reminds of an unfinished checkout: its goods without prices, one way to them, and one to end such letters. */
export function CheckoutReminder({ goods, page, leave, words, settings, address }: Props) {
  const { line: said, paragraphs } = saying(words, {});
  return (
    <Letter
      preview={said("preview")}
      settings={settings}
      address={address}
      footer={
        <>
          You get this letter because its box was ticked at our checkout with this address.{" "}
          <LetterLink href={leave}>No more reminders</LetterLink>
        </>
      }
    >
      <LetterSign>{said("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      {goods.map((line) => (
        <LetterLine
          key={`${line.product} ${line.color} ${line.size}`}
          name={line.name}
          choice={choiceOf(line)}
          picture={letterPicture(line.image, address)}
        />
      ))}
      <LetterButton href={page}>{said("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
