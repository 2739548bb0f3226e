import { Letter, LetterButton, LetterCode, LetterSign, Paragraph, Small } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { PersonGiftCard } from "./person-gift-cards.server";
import { PROOF_DAYS } from "./person-request";
import type { RequestKind } from "./request-kinds";

interface Props {
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

const wishes: Record<RequestKind, string> = {
  copy: "a copy of what we hold about this address",
  erase: "the erasure of what we hold about this address",
};

export const codeSubject = ({ shopName }: Settings): string => `Your code for a request to ${shopName}`;

/** Letter with the code by which a person proves that the mailbox is theirs; the same to every address, known or not. */
export function RequestCode({ settings, address, kind, code }: Props & { kind: RequestKind; code: string }) {
  return (
    <Letter preview="The code for your request." settings={settings} address={address}>
      <LetterSign under="It proves that this mailbox is yours">Your code</LetterSign>
      <Paragraph>
        Somebody, we hope you, asked {settings.shopName} for {wishes[kind]}.
      </Paragraph>
      <LetterCode>{code}</LetterCode>
      <LetterButton href={`${address}/your-data#code`}>Enter the code</LetterButton>
      <Small>
        Without the code nothing happens, and after {PROOF_DAYS} days the request ends. If it was not you, there is
        nothing to do.
      </Small>
    </Letter>
  );
}

export const copyReadySubject = ({ shopName }: Settings): string => `Your copy from ${shopName} is ready`;

/** Letter with the link to the copy of a person's data. */
export function CopyReady({ settings, address, link, until }: Props & { link: string; until: string }) {
  return (
    <Letter preview="Your copy is ready." settings={settings} address={address}>
      <LetterSign under={`Until ${until}`}>Your copy is ready</LetterSign>
      <Paragraph>
        You asked for a copy of what we hold about this address. It is a ZIP file with a page to read and a file for
        programs. The page behind the button asks for a code, which it sends to this mailbox.
      </Paragraph>
      <LetterButton href={link}>Fetch your copy</LetterButton>
      <Small>The copy is deleted after {until}. You can ask again at any time.</Small>
    </Letter>
  );
}

export const refusedSubject = ({ shopName }: Settings): string => `Your request to ${shopName}`;

/** Letter with a member's words why a request is refused. */
export function RequestRefused({ settings, address, kind, words }: Props & { kind: RequestKind; words: string }) {
  return (
    <Letter preview="About your request." settings={settings} address={address}>
      <LetterSign>About your request</LetterSign>
      <Paragraph>You asked us for {wishes[kind]}. We have not done it:</Paragraph>
      <LetterWords text={words} />
    </Letter>
  );
}

export const erasedSubject = ({ shopName }: Settings): string => `${shopName} has erased your data`;

/** Last letter to a person who asked to be erased. */
export function Erased({ settings, address, cards }: Props & { cards: readonly PersonGiftCard[] }) {
  return (
    <Letter preview="What we held about you is erased." settings={settings} address={address}>
      <LetterSign>Erased</LetterSign>
      <Paragraph>
        As you asked, we erased what we held about this address. Amounts, tax and dates of your orders stay in our books
        without your name, because the law asks for them. Backups from before are deleted after their time.
      </Paragraph>
      {cards.map(({ id, lastFour, left }) => (
        <Paragraph key={id}>
          A card of {formatCents(left)} ending {lastFour} goes on; keep its letter. Whoever has its code can spend it,
          and we cannot send the code again.
        </Paragraph>
      ))}
      <Small>The payment provider and the carrier keep what their own laws ask for. We forget this address now.</Small>
    </Letter>
  );
}
