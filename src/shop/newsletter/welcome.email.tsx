import { Letter, LetterButton, LetterCode, LetterLink, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Settings } from "~/shop/settings";

interface Props {
  code: string;
  words: LetterWords<"welcome">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  /** Path of the newest goods. */
  newest: string;
  /** URL of the unsubscribe link. */
  leave: string;
}

export const welcomeSubject = (words: LetterWords<"welcome">): string => saying(words, {}).line("subject");

/** Welcome letter to a new subscriber, with the code, its conditions and the unsubscribe link. */
export function Welcome({ code, words, settings, address, newest, leave }: Props) {
  const { line, paragraphs } = saying(words, {});
  return (
    <Letter
      preview={line("preview")}
      settings={settings}
      address={address}
      footer={
        <>
          You get this letter because this address was entered in our newsletter form.{" "}
          <LetterLink href={leave}>Unsubscribe with one click</LetterLink>
        </>
      }
    >
      <LetterSign under={line("under")}>{paragraphs("title").flat()}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <LetterCode>{code}</LetterCode>
      <Said paragraphs={paragraphs("closing")} />
      <LetterButton href={address + newest}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
