import { Letter, LetterButton, LetterRow, LetterSign, LetterTotals, Paragraph, Small } from "~/shop/letter";
import { formatCents } from "~/shop/money";
import { shownNumber } from "../order-number";
import type { ShopperChange } from "../changes/shopper-change";
import type { Settings } from "~/shop/settings";
import { ChangedThings, type ChangeLetter, momentOf } from "./order-change.email";

interface ChangeLetterProps {
  change: ShopperChange;
  /** Signed address of the page where it is paid. */
  page: string;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

const exchangeTitles = {
  asked: "To pay for your exchange",
  changed: "Your exchange is paid",
  ended: "Your exchange has ended",
} satisfies Record<ChangeLetter, string>;

export const exchangeSubject = ({ orderNumber }: ShopperChange, letter: ChangeLetter): string =>
  `${exchangeTitles[letter]}: ${shownNumber(orderNumber)}`;

/** Letter to the shopper when the difference of an exchange is asked for: what comes, the sum, and until when it is kept. */
export function ExchangeAsked({ change, page, settings, address }: ChangeLetterProps) {
  const due = formatCents(change.difference);
  return (
    <Letter preview={`${due} to pay for your exchange.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{exchangeTitles.asked}</LetterSign>
      <Paragraph>
        {change.name}, what you want instead costs {due} more than what you send back. It is kept for you. Pay the
        difference, and it leaves once your parcel is here and checked.
      </Paragraph>
      <ChangedThings change={change} address={address} />
      <LetterTotals>
        <LetterRow loud left="TO PAY" right={due} />
      </LetterTotals>
      <LetterButton href={page}>See the exchange and pay</LetterButton>
      <Small>
        {change.endsAt && `Kept for you until ${momentOf(change.endsAt, settings)}. `}
        If you do not pay, the exchange ends by itself and your return goes on: then you get your money back.
      </Small>
    </Letter>
  );
}

/** Letter to the shopper when the difference of an exchange has arrived. */
export function ExchangePaid({ change, settings, address }: Omit<ChangeLetterProps, "page">) {
  return (
    <Letter preview="The difference of your exchange has arrived." settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{exchangeTitles.changed}</LetterSign>
      <Paragraph>
        {change.name}, {formatCents(change.difference)} has arrived. What you want instead is kept for you, and leaves
        once your parcel is here and checked. Please send it soon.
      </Paragraph>
      <ChangedThings change={change} address={address} />
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>See your return</LetterButton>
    </Letter>
  );
}

/** Letter to the shopper when an exchange ended before its difference was paid, or could not be made any more. */
export function ExchangeEnded({ change, settings, address }: Omit<ChangeLetterProps, "page">) {
  return (
    <Letter preview="Your exchange has ended; your return goes on." settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(change.orderNumber)}`}>{exchangeTitles.ended}</LetterSign>
      <Paragraph>
        {change.name}, {reasons[change.endedBy ?? "time"]} Your return goes on: what you send back is paid back to you
        once it is here and checked.
      </Paragraph>
      <Paragraph>
        {change.endedBy === "goods"
          ? "What you paid for the exchange goes back to you in full."
          : "Nothing was paid for the exchange. A payment that still arrives for it goes back to you by itself."}
      </Paragraph>
      <LetterButton href={`${address}/order-status?order=${change.orderNumber}`}>See your return</LetterButton>
    </Letter>
  );
}

const reasons = {
  time: "the difference of your exchange was not paid in time, so it has ended.",
  member: "your exchange is not made.",
  shopper: "you asked us not to make your exchange.",
  goods: "your exchange could not be made any more when its payment came.",
} satisfies Record<NonNullable<ShopperChange["endedBy"]>, string>;
