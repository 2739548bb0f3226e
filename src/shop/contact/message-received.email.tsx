import { Letter, LetterButton, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";

interface Props {
  words: LetterWords<"message-received">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const messageReceivedSubject = (words: LetterWords<"message-received">): string =>
  saying(words, {}).line("subject");

/**
 * Acknowledgement to the sender of a message. Contains nothing of the message, since the address may be a stranger's, and nobody
 * should be able to send text to strangers through the shop.
 */
export function MessageReceived({ words, settings, address }: Props) {
  const { line, paragraphs } = saying(words, {});
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={line("under")}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterButton href={`${address}/faqs`}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
