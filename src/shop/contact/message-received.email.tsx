import { Letter, LetterButton, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const messageReceivedSubject = "We have your message";

/**
 * Acknowledgement that a sender gets at once: a person will answer. Nothing of the message stands in it, since the address may be
 * anybody's: nobody can write to a stranger through us.
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
