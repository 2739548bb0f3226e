import { Letter, LetterButton, LetterHead, LetterRow, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { orderChips } from "./order-chips";
import { OrderLines } from "./order-confirmed.email";

interface Props {
  order: Order;
  amount: Cents;
  /** Whether a gift card had less by then; else the pieces were sold. */
  isOfCard: boolean;
  /** Means of payment in words. */
  by: string;
  words: LetterWords<"payment-returned">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  /** Path of the newest goods. */
  newest: string;
}

type Chosen = Pick<Props, "order" | "words" | "amount">;
const say = ({ order, words, amount }: Chosen) => saying(words, { ...orderChips(order), amount: formatCents(amount) });

export const paymentReturnedSubject = (props: Chosen): string => say(props).line("subject");

/** Letter to a shopper whose payment arrived after the last piece was sold, or a gift card spent, and is refunded completely. */
export function PaymentReturned({ order, amount, isOfCard, by, words, settings, address, newest }: Props) {
  const { line, paragraphs } = say({ order, words, amount });
  return (
    <Letter preview={`${line("sum")}.`} settings={settings} address={address}>
      <LetterSign under={line("sum")}>{line(isOfCard ? "titleOfCard" : "title")}</LetterSign>
      <Said paragraphs={paragraphs(isOfCard ? "openingOfCard" : "opening")} />
      <Said paragraphs={paragraphs("closing")} />
      <LetterHead>What you wanted</LetterHead>
      <OrderLines order={order} address={address} />
      <LetterRow left="Paid with" right={by} />
      <LetterRow loud left="GOES BACK" right={formatCents(amount)} />
      <LetterButton href={address + newest}>{line("button")}</LetterButton>
    </Letter>
  );
}
