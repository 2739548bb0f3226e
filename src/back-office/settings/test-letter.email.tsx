import { Letter, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

interface Props {
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
  name: string;
}

export const testLetterSubject = ({ shopName }: Settings): string => `Mail leaves ${shopName}`;

/** Test letter to a member: proves that mail is sent, and shows how letters look. */
export function TestLetterMail({ settings, address, name }: Props) {
  return (
    <Letter preview="If you can read this, mail leaves the house." settings={settings} address={address}>
      <LetterSign under="It looks like this">Mail leaves the house</LetterSign>
      <Paragraph>{name}, you asked for this letter in the workshop. Shoppers get theirs the same way.</Paragraph>
      <Small>There is nothing to do.</Small>
    </Letter>
  );
}
