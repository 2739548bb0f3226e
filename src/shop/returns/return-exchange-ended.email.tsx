import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { type Cents, sum } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { type MoneyBack, outcomeWords } from "~/shop/payments/money-back";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { ReturnedLine } from "./return";
import { shownReturnNumber } from "./return-number";
import { orderPage, returnChips, type ReturnLetterProps, ReturnedThing } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  lines: Pick<ReturnedLine, "position" | "quantity" | "exchangeFor">[];
  /** Difference that was paid for the exchange, in cents; 0 if nothing was paid. */
  paid: Cents;
  /** Parts of what is refunded now; less than the payment if a part was refunded before. */
  back: readonly MoneyBack[];
  words: LetterWords<"return-exchange-ended">;
}

/**
 * Letter to the shopper whose exchange ended, because the pieces were not returned within the time for which the new goods were
 * reserved.
 */
export function ReturnExchangeEnded({ number, order, lines, paid, back, words, settings, address }: Props) {
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  const goesBack = sum(back.map(({ amount }) => amount));
  const outcome =
    paid === 0
      ? ""
      : goesBack === 0
        ? line("before")
        : outcomeWords(back, (amount) => line(goesBack < paid ? "part" : "paid", { amount }));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        {line("title")}
      </LetterSign>
      <Said paragraphs={paragraphs("opening", { outcome })} />
      <Said paragraphs={paragraphs("closing")} />
      <LetterHead>What you wanted to exchange</LetterHead>
      {lines.map(({ position, quantity, exchangeFor }) => (
        <ReturnedThing
          key={position}
          order={order}
          position={position}
          quantity={quantity}
          note={`Exchange for ${exchangeFor}`}
          address={address}
        />
      ))}
      <LetterButton href={orderPage(order, address)}>{line("button")}</LetterButton>
    </Letter>
  );
}
