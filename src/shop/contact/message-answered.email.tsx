import { Letter, LetterHead, Paragraph } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import type { Settings } from "~/shop/settings";
import { messageReceivedSubject } from "./message-received.email";

interface Props {
  answer: string;
  /** Who of the shop writes. */
  member: string;
  message: { message: string };
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

/** As the letter it answers to, so that mail programs keep both in one thread. */
export const messageAnsweredSubject = `Re: ${messageReceivedSubject}`;

/** A member's answer, above the message that it answers. */
export function MessageAnswered({ answer, member, message, settings, address }: Props) {
  return (
    <Letter preview={answer.slice(0, 120)} settings={settings} address={address}>
      <LetterWords text={answer} />
      <Paragraph>
        {member}
        <br />
        {settings.shopName}
      </Paragraph>
      <LetterHead>You wrote</LetterHead>
      <LetterWords text={message.message} />
    </Letter>
  );
}
