import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "../letter";
import type { Settings } from "../settings";

interface Props {
  name: string;
  message: string;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const messageReceivedSubject = "We have your message";

/** What a sender hears at once: that a person will answer, and what was written. */
export function MessageReceived({ name, message, settings, address }: Props) {
  return (
    <Letter preview={`A person answers within ${settings.replyWithin}.`} settings={settings} address={address}>
      <LetterSign under={`An answer follows within ${settings.replyWithin}`}>Message received</LetterSign>
      <Paragraph>
        {name}, thank you for writing. One of us reads every message and answers it, within {settings.replyWithin}. Our
        desk is open {settings.supportHours}.
      </Paragraph>
      <LetterHead>What you wrote</LetterHead>
      <Written text={message} />
      <LetterButton href={`${address}/faqs`}>Read the FAQ meanwhile</LetterButton>
    </Letter>
  );
}

/** Words as they were typed, line by line. */
export function Written({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, place) => (
    <Paragraph key={place}>
      {paragraph.split("\n").map((line, row) => (
        <span key={row}>
          {row > 0 && <br />}
          {line}
        </span>
      ))}
    </Paragraph>
  ));
}
