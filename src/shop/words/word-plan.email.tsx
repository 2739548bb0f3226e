import { Letter, LetterButton, LetterHead, LetterRow, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  state: "out" | "over" | "failed";
  /** Reason why nothing went out, or words on what stayed at the end. */
  note: string;
  /** Planned time in words. */
  when: string;
  /** Names of its texts. */
  texts: string[];
  settings: Settings;
  /** Address of the shop, without a trailing slash, and of the page with the plans. */
  address: string;
  plans: string;
}

const HEADS: Record<Props["state"], string> = {
  out: "Your planned words are on the shop",
  over: "Your planned words are done",
  failed: "Your planned words did not go out",
};

export const wordPlanSubject = (state: Props["state"]): string => HEADS[state];

/** Letter to the member who planned words: that they went out, went back, or why nothing did. */
export function WordPlanLetter({ state, note, when, texts, settings, address, plans }: Props) {
  return (
    <Letter preview={HEADS[state]} settings={settings} address={address} isInternal>
      <LetterHead>{HEADS[state]}</LetterHead>
      <Paragraph>
        {state === "failed"
          ? `They were planned for ${when}. A check did not pass, so none of them went out. They are drafts again.`
          : `They were planned for ${when}.`}
      </Paragraph>
      {note && <Paragraph>{note}</Paragraph>}
      {texts.map((name) => (
        <LetterRow key={name} left={name} right="" />
      ))}
      <LetterButton href={plans}>Look at it</LetterButton>
    </Letter>
  );
}
