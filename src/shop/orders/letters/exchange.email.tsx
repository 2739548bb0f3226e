import { Letter, LetterButton, LetterRow, LetterSign, LetterTotals } from "~/shop/letter";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { ShopperChange } from "../changes/shopper-change";
import { shownNumber } from "../order-number";
import { lastMoment } from "~/shop/shop-time";
import { ChangedThings, type ChangeLetter, changeChips } from "./order-change.email";

/** Letters about an exchange with reserved goods, by letter key. */
export const exchangeLetters = {
  asked: "exchange-asked",
  changed: "exchange-paid",
  ended: "exchange-ended",
} as const satisfies Record<ChangeLetter, string>;
type ExchangeLetterKey = (typeof exchangeLetters)[ChangeLetter];

interface Props<K extends ExchangeLetterKey> {
  change: ShopperChange;
  words: LetterWords<K>;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

/** Letter that asks the shopper to pay the difference of an exchange: goods, amount, and time until which they are reserved. */
export function ExchangeAsked({
  change,
  page,
  words,
  settings,
  address,
}: Props<"exchange-asked"> & {
  /** Signed URL of the page to pay the difference. */
  page: string;
}) {
  const { line, paragraphs } = saying(words, changeChips(change));
  const held = change.endsAt ? line("held", { until: lastMoment(change.endsAt, settings.timeZone) }) : "";
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow loud left="TO PAY" right={formatCents(change.difference)} />
      </LetterTotals>
      <LetterButton href={page}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs("small", { held })} isSmall />
    </Letter>
  );
}

/** Letter that confirms to the shopper the payment of an exchange's difference. */
export function ExchangePaid({
  change,
  isHere,
  words,
  settings,
  address,
}: Props<"exchange-paid"> & {
  /** Whether the returned pieces have arrived. */
  isHere: boolean;
}) {
  const { line, paragraphs } = saying(words, changeChips(change));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs(isHere ? "openingHere" : "opening")} />
      <ChangedThings change={change} address={address} />
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>{line("button")}</LetterButton>
    </Letter>
  );
}

/**
 * Letter to the shopper about an exchange that ended, because its difference was not paid or the exchange was no longer possible.
 */
export function ExchangeEnded({ change, words, settings, address }: Props<"exchange-ended">) {
  const { line, paragraphs } = saying(words, changeChips(change));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening", { reason: line(change.endedBy ?? "time") })} />
      <Said paragraphs={paragraphs(change.endedBy === "goods" ? "paid" : "unpaid")} />
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>{line("button")}</LetterButton>
    </Letter>
  );
}
