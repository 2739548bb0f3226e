import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { shownNumber } from "~/shop/orders/order-number";
import type { ReturnedLine } from "./return";
import { reasons } from "./return-reasons";
import { shownReturnNumber } from "./return-number";
import { orderPage, returnChips, type ReturnLetterProps, ReturnedThing, Written } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  lines: ReturnedLine[];
  words: LetterWords<"return-refused">;
  /** Reason typed by a member. */
  written: string;
  /** Whether the instructions for the return had been sent before. */
  wasApproved: boolean;
}

/** Letter to the shopper when a return is refused: the reason, and what to do with a parcel that is already on its way. */
export function ReturnRefused({ number, order, lines, words, written, wasApproved, settings, address }: Props) {
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        {line("title")}
      </LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      <Written words={written} />
      {wasApproved && <Said paragraphs={paragraphs("approved")} />}

      <LetterHead>What stays with you</LetterHead>
      {lines.map(({ position, quantity, reason }) => (
        <ReturnedThing
          key={position}
          order={order}
          position={position}
          quantity={quantity}
          note={reasons[reason].label}
          address={address}
        />
      ))}
      <LetterButton href={orderPage(order, address)}>{line("button")}</LetterButton>
    </Letter>
  );
}
