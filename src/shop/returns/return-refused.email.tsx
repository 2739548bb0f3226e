import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import { shownNumber } from "~/shop/orders/order-number";
import { type ReturnedLine, reasons } from "./return";
import { shownReturnNumber } from "./return-number";
import { orderPage, type ReturnLetterProps, ReturnedThing, Written } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  lines: ReturnedLine[];
  /** Reason typed by a member. */
  words: string;
  /** Whether the return's instructions had been sent before. */
  wasApproved: boolean;
}

export const returnRefusedSubject = (number: string): string =>
  `Your return cannot come back: ${shownReturnNumber(number)}`;

/** Letter to the shopper when a return is refused: why, and what to do with a parcel that is under way. */
export function ReturnRefused({ number, order, lines, words, wasApproved, settings, address }: Props) {
  return (
    <Letter preview={`About your return ${shownReturnNumber(number)}.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>Return refused</LetterSign>
      <Paragraph>{order.name}, we cannot take this back:</Paragraph>
      <Written words={words} />
      {wasApproved && (
        <Paragraph>
          You had our instructions for it: please do not send it any more. If it is on its way already, answer this
          letter.
        </Paragraph>
      )}

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
      <LetterButton href={orderPage(order, address)}>See your return</LetterButton>
    </Letter>
  );
}
