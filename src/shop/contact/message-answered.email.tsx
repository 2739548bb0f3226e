import { Letter, LetterHead, Paragraph } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import { shownNumber } from "~/shop/orders/order-number";
import type { Settings } from "~/shop/settings";
import { messageReceivedSubject } from "./message-received.email";

interface Props {
  answer: string;
  /** Who of the shop writes. */
  member: string;
  /** The shopper's words that it answers; empty where the shop writes first. */
  quoted: string;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

/** As the letter it answers to, so that mail programs keep both in one thread. */
export const messageAnsweredSubject = `Re: ${messageReceivedSubject}`;

/** Subject of a letter that begins a thread, and of those after it. */
export const messageWrittenSubject = (orderNumber: string | null, isFirst: boolean): string =>
  `${isFirst ? "" : "Re: "}About your order${orderNumber ? ` ${shownNumber(orderNumber)}` : ""}`;

/** A member's letter, above the words that it answers. */
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
