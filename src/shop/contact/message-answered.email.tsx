import { Letter, LetterHead, Paragraph } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import type { LetterWords as WordsOf } from "~/shop/texts/letters/letter-words";
import { shownNumber } from "~/shop/orders/order-number";
import type { Settings } from "~/shop/settings";
import { messageReceivedSubject } from "./message-received.email";

interface Props {
  answer: string;
  /** Name of the member who wrote the letter. */
  member: string;
  /** Text of the shopper that the letter quotes; empty for a first letter. */
  quoted: string;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

/** Subject of an answer: equal to the subject of the acknowledgement, so that mail programs show one thread. */
export const messageAnsweredSubject = (words: WordsOf<"message-received">): string =>
  `Re: ${messageReceivedSubject(words)}`;

/** Subject of a letter in a thread that a member began. */
export const messageWrittenSubject = (orderNumber: string | null, isFirst: boolean): string =>
  `${isFirst ? "" : "Re: "}About your order${orderNumber ? ` ${shownNumber(orderNumber)}` : ""}`;

/** Letter of a member, followed by the quoted text of the shopper. */
export function MessageAnswered({ answer, member, quoted, settings, address }: Props) {
  return (
    <Letter preview={answer.slice(0, 120)} settings={settings} address={address}>
      <LetterWords text={answer} />
      <Paragraph>
        {member}
        <br />
        {settings.shopName}
      </Paragraph>
      {quoted && <LetterHead>You wrote</LetterHead>}
      {quoted && <LetterWords text={quoted} />}
    </Letter>
  );
}
