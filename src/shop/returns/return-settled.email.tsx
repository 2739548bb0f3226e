import { Letter, LetterButton, LetterHead, LetterRow, LetterSign, Paragraph } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { type ReturnedLine, reasons } from "./return";
import { shownReturnNumber } from "./return-number";
import { orderPage, type ReturnLetterProps, ReturnedThing, Written } from "./return-letter-parts";

/** Settlement of a line in pieces. */
export interface SettledPieces extends Pick<ReturnedLine, "position" | "reason" | "exchangeFor"> {
  came: number;
  refunded: number;
  exchanged: number;
  /** Pieces refunded before they arrived, and the day: "on November 20, 2026". */
  refundedBefore: number;
  refundedOn: string;
  /** Refund below the price paid, in cents; null otherwise. */
  lowered: { given: Cents; paid: Cents } | null;
  /** Names of the replacements; empty where there is none. */
  instead: string;
}

interface Props extends ReturnLetterProps {
  lines: SettledPieces[];
  /** In cents; 0 without a refund. `delivery` is the delivery fee's part. */
  refunded: Cents;
  delivery: Cents;
  /** What the replacements cost less than the pieces that came back, part of the refund; 0 without. */
  less: Cents;
  /** Day when everything received was refunded before: "on November 20, 2026"; else empty. */
  refundedBefore: string;
  /** Note typed by a member. */
  words: string;
}

export const returnSettledSubject = (number: string): string => `Your return is settled: ${shownReturnNumber(number)}`;

const isSoldOut = ({ reason, exchanged, refunded }: SettledPieces): boolean =>
  reason === "exchange" && exchanged === 0 && refunded > 0;

/** Letter to the shopper when a return is settled: the refund, the replacements, and the rest. */
export function ReturnSettled(props: Props) {
  const { number, order, lines, refunded, delivery, less, refundedBefore, words, settings, address } = props;
  const isExchanged = lines.some(({ exchanged }) => exchanged > 0);
  return (
    <Letter preview={`Your return ${shownReturnNumber(number)} is settled.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>Return settled</LetterSign>
      <Paragraph>
        {order.name}, your return is checked.
        {refunded > 0 &&
          ` ${formatCents(refunded)} goes back the way it was paid; banks take ${settings.refundTime} to show it. We write again when it is on its way.`}
        {refunded === 0 && !isExchanged && nothingDue(lines, refundedBefore)}
      </Paragraph>
      {isExchanged && (
        <Paragraph>
          What you want instead is kept for you and sent free of charge. We write again when it is on its way.
        </Paragraph>
      )}
      {lines.some(isSoldOut) && (
        <Paragraph>What you wanted instead could not be kept for you, so you get your money back.</Paragraph>
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
      {delivery > 0 && <LetterRow left="Delivery" right={formatCents(delivery)} />}
      {less > 0 && <LetterRow left="Difference of your exchange" right={formatCents(less)} />}
      {refunded > 0 && <LetterRow loud left="GOES BACK" right={formatCents(refunded)} />}
      <LetterButton href={orderPage(order, address)}>See your return</LetterButton>
    </Letter>
  );
}

/** Words why nothing is refunded now. */
function nothingDue(lines: SettledPieces[], refundedBefore: string): string {
  if (refundedBefore !== "") return ` It was refunded ${refundedBefore}: nothing more is due.`;
  return lines.some((line) => line.refundedBefore > 0)
    ? " What of it was refunded before stands below; for the rest no refund is due."
    : " No refund is due for it.";
}

function outcomeOf(line: SettledPieces): string {
  const { came, refunded, exchanged, refundedBefore, refundedOn, lowered, exchangeFor, instead, reason } = line;
  if (isSoldOut(line) && exchangeFor) return `Refunded: ${exchangeFor} could not be kept`;
  if (exchanged === came && instead) return `Exchange for ${instead}`;
  if (refundedBefore === came) return `Already refunded ${refundedOn}`;
  const rest = came - refunded - exchanged - refundedBefore;
  const parts = [
    refunded > 0 && refunded < came && `${refunded} refunded`,
    lowered && `${formatCents(lowered.given)} of the ${formatCents(lowered.paid)} paid goes back`,
    exchanged > 0 && `${exchanged} exchanged for ${instead}`,
    refundedBefore > 0 && `${refundedBefore} already refunded ${refundedOn}`,
    rest > 0 && `${rest} not refunded`,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(", ") : reasons[reason].label;
}
