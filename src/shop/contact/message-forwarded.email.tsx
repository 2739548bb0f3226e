import { Letter, LetterHead, LetterRow, Small } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import type { Settings } from "~/shop/settings";
import { wholeMoment } from "~/shop/shop-time";

interface Props {
  message: { name: string; email: string; message: string; sentAt: Date };
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const messageForwardedSubject = ({ name }: { name: string }): string => `Message from ${name}`;

/** Copy of a message for the shop's own address; a reply to it goes to the sender of the message. */
export function MessageForwarded({ message: { name, email, message, sentAt }, settings, address }: Props) {
  return (
    <Letter preview={`${name} wrote to the shop.`} settings={settings} address={address} isInternal>
      <LetterHead>Message from {name}</LetterHead>
      <LetterRow left="E-mail" right={email} />
      <LetterRow left="Sent" right={wholeMoment(sentAt, settings.timeZone)} />
      <LetterHead>Message</LetterHead>
      <LetterWords text={message} />
      <Small>Answering this letter answers the sender.</Small>
    </Letter>
  );
}
