import { Letter, LetterButton, LetterHead, LetterRow, LetterSign } from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { type Cents, formatCents, sum } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { type MoneyBack, outcomeWords, wayWords } from "~/shop/payments/money-back";
import type { ReturnedLine } from "./return";
import { reasons } from "./return-reasons";
import { shownReturnNumber } from "./return-number";
import { orderPage, returnChips, type ReturnLetterProps, ReturnedThing, Written } from "./return-letter-parts";

/** Settlement of a line in pieces. */
export interface SettledPieces extends Pick<ReturnedLine, "position" | "reason" | "exchangeFor"> {
  came: number;
  refunded: number;
  exchanged: number;
  /** Number of pieces refunded before they arrived, and the day: "on November 20, 2026". */
  refundedBefore: number;
  refundedOn: string;
  /** Refund below the price paid, in cents; null otherwise. */
  lowered: { given: Cents; paid: Cents } | null;
  /** Names of the replacements; empty without any. */
  instead: string;
}

interface Props extends ReturnLetterProps {
  lines: SettledPieces[];
  /** Parts of the refund, each with the way by which it goes back; none without one. Of it `delivery` is the delivery fee's part, in cents. */
  back: readonly MoneyBack[];
  delivery: Cents;
  /** Amount in cents by which the replacements cost less than the returned pieces; part of the refund, 0 without one. */
  less: Cents;
  /** Amount in cents by which the replacements cost more, which the shopper paid; 0 without one. */
  more: Cents;
  /** Day of the earlier refund, if all received pieces were refunded before: "on November 20, 2026"; else empty. */
  refundedBefore: string;
  words: LetterWords<"return-settled">;
  /** Note typed by a member. */
  written: string;
}

const isSoldOut = ({ reason, exchangeFor, exchanged, refunded }: SettledPieces): boolean =>
  (reason === "exchange" || exchangeFor !== "") && exchanged === 0 && refunded > 0;

/** Letter to the shopper when a return is settled: the refund, the replacements, and pieces without either. */
export function ReturnSettled(props: Props) {
  const { number, order, lines, back, delivery, less, more, refundedBefore } = props;
  const { words, written, settings, address } = props;
  const { line, paragraphs } = saying(words, returnChips({ number, order }));
  const isExchanged = lines.some(({ exchanged }) => exchanged > 0);
  const refunded = sum(back.map(({ amount }) => amount));
  const credits = back.filter(({ way }) => way.kind === "store-credit");
  const credit = sum(credits.map(({ amount }) => amount));
  const others = back.filter((part) => !credits.includes(part));
  const outcome =
    refunded > 0
      ? [
          credit > 0 && line("credited", { amount: formatCents(credit) }),
          outcomeWords(others, (amount) => line("refunded", { amount })),
        ]
          .filter(Boolean)
          .join(" ")
      : isExchanged
        ? ""
        : line(nothingDue(lines, refundedBefore), { day: refundedBefore });
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        {line("title")}
      </LetterSign>
      <Said paragraphs={paragraphs("opening", { outcome })} />
      {isExchanged && (
        <Said
          paragraphs={more > 0 ? paragraphs("exchangedPaid", { due: formatCents(more) }) : paragraphs("exchanged")}
        />
      )}
      {lines.some(isSoldOut) && <Said paragraphs={paragraphs("soldOut")} />}
      <Written words={written} />

      <LetterHead>What came back</LetterHead>
      {lines.map((own) => (
        <ReturnedThing
          key={own.position}
          order={order}
          position={own.position}
          quantity={own.came}
          note={outcomeOf(own)}
          address={address}
        />
      ))}
      {delivery > 0 && <LetterRow left="Delivery" right={formatCents(delivery)} />}
      {less > 0 && <LetterRow left="Difference of your exchange" right={formatCents(less)} />}
      {refunded > 0 && (
        <LetterRow loud left={credit === refunded ? "STORE CREDIT" : "GOES BACK"} right={formatCents(refunded)} />
      )}
      {back.map(({ way, amount }, place) => (
        <LetterRow key={place} left={wayWords(way)} right={formatCents(amount)} />
      ))}
      <LetterButton href={orderPage(order, address)}>{line("button")}</LetterButton>
    </Letter>
  );
}

/** Key of the text that says why nothing is refunded now. */
function nothingDue(lines: SettledPieces[], refundedBefore: string): "before" | "partBefore" | "nothing" {
  if (refundedBefore !== "") return "before";
  return lines.some((line) => line.refundedBefore > 0) ? "partBefore" : "nothing";
}

function outcomeOf(line: SettledPieces): string {
  const { came, refunded, exchanged, refundedBefore, refundedOn, lowered, exchangeFor, instead, reason } = line;
  if (isSoldOut(line) && exchangeFor) return `${exchangeFor} is sold out`;
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
