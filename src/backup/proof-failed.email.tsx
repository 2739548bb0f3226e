import { Letter, LetterButton, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import { FAILED_PROOF } from "./proof-words";

interface Props {
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  /** Address of the page about the shop's health. */
  health: string;
  /** File name of the backup. */
  backup: string;
  /** Reason of the failure. */
  words: string;
  /** Time of the last successful test, in ISO 8601; null without one. */
  proven: string | null;
}

/** Letter to an owner about a backup that the shop tried to restore, and could not. */
export function ProofFailed({ settings, address, health, backup, words, proven }: Props) {
  return (
    <Letter preview={words} settings={settings} address={address} isInternal>
      <LetterSign under="The shop itself sells as before">{FAILED_PROOF}</LetterSign>
      <Paragraph>
        To test its backups, the shop tried to restore {backup} into a second database. {words}
      </Paragraph>
      <Paragraph>
        {proven
          ? `The last test without a fault was on ${wholeDate(proven, settings.timeZone)}. Keep a backup of that day: later ones may be of no use.`
          : "No backup was restored as a test yet."}{" "}
        Ask whoever runs the shop&apos;s machine to look at it now, and not when a backup is needed.
      </Paragraph>
      <LetterButton href={health}>See health</LetterButton>
      <Small>
        For the operator: npm run shop -- backup writes another backup, npm run shop -- backup --test tests the newest
        one.
      </Small>
    </Letter>
  );
}
