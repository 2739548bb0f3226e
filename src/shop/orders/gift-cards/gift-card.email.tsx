import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { Letter, LetterButton, LetterCode, LetterLink, LetterSign, Paragraph, Small } from "~/shop/letter";
import { LetterWords } from "~/shop/letter-text";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { shownNumber } from "../order-number";

/** Id of the QR code's picture in the letter. */
export const QR_PICTURE = "gift-card-code";
/** Width and height of the QR code in pixels. */
const QR_SIZE = 180;

interface Props {
  /** Amount that the card is worth now, in cents. */
  left: Cents;
  /** Code in groups, and its last four signs. */
  code: string;
  lastFour: string;
  recipient: string;
  words: string;
  /** Store credit that the card is, with its order and what was given; unset for other cards. */
  credit?: { orderNumber: string; amount: Cents } | undefined;
  /** Whether the card stands for no real money. */
  isTest: boolean;
  /** Address of the page to print. */
  print: string;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const giftCardSubject = ({ left, credit, settings }: Pick<Props, "left" | "credit" | "settings">): string =>
  `Your ${formatCents(left)} ${credit ? "store credit at" : "gift card for"} ${settings.shopName}`;

/** Letter with the code of a gift card as text and as QR code. */
export function GiftCardLetter(props: Props) {
  const { left, code, lastFour, recipient, words, credit, isTest, print, settings, address } = props;
  return (
    <Letter preview={`${formatCents(left)} to spend at ${settings.shopName}.`} settings={settings} address={address}>
      <LetterSign under={`${formatCents(left)} to spend`}>{credit ? "Store credit" : "Gift card"}</LetterSign>
      {credit && (
        <Paragraph>
          You agreed to store credit in place of money back for your order {shownNumber(credit.orderNumber)}. We put{" "}
          {formatCents(credit.amount)} on a gift card for you. Nothing of it goes back to the way you paid. If that is
          not what you agreed to, please answer this letter.
        </Paragraph>
      )}
      <Paragraph>
        {recipient ? `${recipient}, this` : "This"} card is worth {formatCents(left)} at {settings.shopName}. What you
        do not spend stays on it. It does not end, and costs nothing.
      </Paragraph>
      {words && <LetterWords text={words} />}
      <LetterCode>{code}</LetterCode>
      <img
        src={`cid:${QR_PICTURE}`}
        alt="The code as a QR code"
        width={QR_SIZE}
        height={QR_SIZE}
        style={{ display: "block", margin: "0 auto 20px" }}
      />
      <Paragraph>
        Enter the code in the bag or at the checkout, in the field “Code or gift card”. Whoever has the code can spend
        it: keep this letter.
      </Paragraph>
      <LetterButton href={address}>Go to the shop</LetterButton>
      <Paragraph>
        <LetterLink href={print}>Print the card</LetterLink> or{" "}
        <LetterLink href={`${address}/gift-card`}>see what is left on it</LetterLink>.
      </Paragraph>
      <Small>
        {giftCardWords(lastFour)}. {isTest ? "It is a test card: it pays for test orders only." : ""}
      </Small>
    </Letter>
  );
}
