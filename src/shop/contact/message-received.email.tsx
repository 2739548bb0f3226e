import { Letter, LetterButton, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const messageReceivedSubject = "We have your message";

/**
 * Acknowledgement to a sender. Contains nothing of the message, since the address may be a stranger's, whom nobody should be able to reach
 * through the shop.
 */
export function MessageReceived({ settings, address }: Props) {
  return (
    <Letter preview={`A person answers within ${settings.replyWithin}.`} settings={settings} address={address}>
      <LetterSign under={`An answer follows within ${settings.replyWithin}`}>Message received</LetterSign>
      <Paragraph>
        Thank you for writing. One of us reads every message and answers it, within {settings.replyWithin}. Our desk is
        open {settings.supportHours}.
      </Paragraph>
      <LetterButton href={`${address}/faqs`}>Read the FAQ meanwhile</LetterButton>
      <Small>
        You get this letter because this address was given in our contact form. If that was not you, there is nothing to
        do.
      </Small>
    </Letter>
  );
}
