import { Letter, LetterButton, LetterHead, LetterRow, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  state: "out" | "over" | "failed";
  /** Reason why nothing was published, or a remark about texts that were not reverted. */
  note: string;
  /** Planned time, formatted. */
  when: string;
  /** Names of the plan's texts. */
  texts: string[];
  settings: Settings;
  /** URL of the shop, without a trailing slash, and of the page with the plans. */
  address: string;
  plans: string;
}

const HEADS: Record<Props["state"], string> = {
  out: "Your planned words are on the shop",
  over: "Your planned words are done",
  failed: "Your planned words did not go out",
};

export const textPlanSubject = (state: Props["state"]): string => HEADS[state];

/** Letter to the member who made a plan: its texts were published or reverted, or the reason why not. */
export function TextPlanLetter({ state, note, when, texts, settings, address, plans }: Props) {
  return (
    <Letter preview={HEADS[state]} settings={settings} address={address} isInternal>
      <LetterHead>{HEADS[state]}</LetterHead>
      <Paragraph>
        {state === "failed"
          ? `They were planned for ${when}. None of them went out, and all are drafts again.`
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
