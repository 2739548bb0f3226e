import { Letter, LetterButton, LetterHead, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { shownNumber } from "~/shop/orders/order-number";
import { shownReturnNumber } from "./return-number";
import { orderPage, returnChips, type ReturnLetterProps, ReturnedThing } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  words: LetterWords<"return-received">;
  /** Announced and received pieces of each line, and a sentence about earlier refunds. */
  lines: { position: number; announced: number; came: number; refunded: string }[];
  /** Whether this letter corrects an earlier one, because the pieces were counted again. */
  isCorrected: boolean;
}

/** Letter to the shopper when a return arrived: its contents, what is missing, and what happens next. */
export function ReturnReceived({ number, order, lines, isCorrected, words, settings, address }: Props) {
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  const here = lines.filter(({ came }) => came > 0);
  const missing = lines.filter(({ announced, came }) => came < announced);
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        {line("title")}
      </LetterSign>
      <Said paragraphs={paragraphs(isCorrected ? "corrected" : "opening")} />

      <LetterHead>What came back</LetterHead>
      {here.map(({ position, announced, came, refunded }) => (
        <ReturnedThing
          key={position}
          order={order}
          position={position}
          quantity={came}
          note={[came < announced && `${came} of ${announced}`, refunded].filter(Boolean).join(". ")}
          address={address}
        />
      ))}
      {missing.length > 0 && (
        <>
          <LetterHead>What was not in it</LetterHead>
          {missing.map(({ position, announced, came }) => (
            <ReturnedThing
              key={position}
              order={order}
              position={position}
              quantity={announced - came}
              note="Not in the parcel"
              address={address}
            />
          ))}
          <Said paragraphs={paragraphs("missing")} />
        </>
      )}
      <LetterButton href={orderPage(order, address)}>{line("button")}</LetterButton>
    </Letter>
  );
}
