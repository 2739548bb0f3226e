import { Letter, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
  name: string;
}

export const testLetterSubject = ({ shopName }: Settings): string => `Mail leaves ${shopName}`;

/** Shows a member that mail leaves the house, and how letters look. */
export function TestLetterMail({ settings, address, name }: Props) {
  return (
    <Letter preview="If you can read this, mail leaves the house." settings={settings} address={address}>
      <LetterSign under="It looks like this">Mail leaves the house</LetterSign>
      <Paragraph>{name}, you asked for this letter in the workshop. Shoppers get theirs the same way.</Paragraph>
      <Small>There is nothing to do.</Small>
    </Letter>
  );
}
