import { Letter, LetterButton, LetterRow, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { orderChips } from "./order-chips";

interface Props {
  order: Order;
  amount: Cents;
  /** Means of payment in words. */
  by: string;
  words: LetterWords<"refund-failed">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

type Chosen = Pick<Props, "order" | "words" | "amount">;
const say = ({ order, words, amount }: Chosen) => saying(words, { ...orderChips(order), amount: formatCents(amount) });

export const refundFailedSubject = (props: Chosen): string => say(props).line("subject");

/** Letter to the shopper which corrects an earlier one: a refund that it announced did not go through. */
export function RefundFailed({ order, amount, by, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words, amount });
  return (
    <Letter preview={`${line("sum")}.`} settings={settings} address={address}>
      <LetterSign under={line("sum")}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <Said paragraphs={paragraphs("closing")} />
      <LetterRow loud left="STILL DUE TO YOU" right={formatCents(amount)} />
      <LetterRow left="Tried by" right={by} />
      <LetterButton href={`${address}/order-status?order=${order.number}`}>{line("button")}</LetterButton>
    </Letter>
  );
}
