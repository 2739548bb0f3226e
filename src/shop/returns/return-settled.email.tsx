import { Letter, LetterButton, LetterHead, LetterRow, LetterSign, Paragraph } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { type ReturnedLine, reasons } from "./return";
import { shownReturnNumber } from "./return-number";
import { type ReturnLetterProps, ReturnedThing, Written } from "./return-letter-parts";

/** A line as it was settled, in pieces. */
export interface SettledPieces extends Pick<ReturnedLine, "position" | "reason" | "exchangeFor"> {
  came: number;
  refunded: number;
  exchanged: number;
  /** What is sent instead; empty where nothing is. */
  instead: string;
}

interface Props extends ReturnLetterProps {
  lines: SettledPieces[];
  /** In cents; 0 when nothing is due. */
  refunded: Cents;
  /** What a member wrote beside it. */
  words: string;
}

export const returnSettledSubject = (number: string): string => `Your return is settled: ${shownReturnNumber(number)}`;

const isSoldOut = ({ reason, exchanged, refunded }: SettledPieces): boolean =>
  reason === "exchange" && exchanged === 0 && refunded > 0;

/** What a shopper gets when a return is settled: what goes back, what is sent instead, and what is not. */
export function ReturnSettled({ number, order, lines, refunded, words, settings, address }: Props) {
  const isExchanged = lines.some(({ exchanged }) => exchanged > 0);
  return (
    <Letter preview={`Your return ${shownReturnNumber(number)} is settled.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>Return settled</LetterSign>
      <Paragraph>
        {order.name}, your return is checked.
        {refunded > 0 &&
          ` ${formatCents(refunded)} goes back the way it was paid; banks take ${settings.refundTime} to show it. We write again when it is on its way.`}
        {refunded === 0 && !isExchanged && " No refund is due for it."}
      </Paragraph>
      {isExchanged && (
        <Paragraph>
          What you want instead is kept for you and sent free of charge. We write again when it is on its way.
        </Paragraph>
      )}
      {lines.some(isSoldOut) && (
        <Paragraph>What you wanted instead has sold out meanwhile, so you get its money back.</Paragraph>
      )}
      <Written words={words} />

      <LetterHead>What came back</LetterHead>
      {lines.map((line) => (
        <ReturnedThing
          key={line.position}
          order={order}
          position={line.position}
          quantity={line.came}
          note={outcomeOf(line)}
          address={address}
        />
      ))}
      {refunded > 0 && <LetterRow loud left="GOES BACK" right={formatCents(refunded)} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
    </Letter>
  );
}

function outcomeOf(line: SettledPieces): string {
  const { came, refunded, exchanged, exchangeFor, instead, reason } = line;
  if (isSoldOut(line) && exchangeFor) return `${exchangeFor} is sold out`;
  if (exchanged === came && instead) return `Exchange for ${instead}`;
  const parts = [
    refunded > 0 && refunded < came && `${refunded} refunded`,
    exchanged > 0 && `${exchanged} exchanged for ${instead}`,
    refunded + exchanged < came && `${came - refunded - exchanged} not refunded`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : reasons[reason].label;
}
