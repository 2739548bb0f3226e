import {
  Letter,
  LetterButton,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  Paragraph,
} from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import { type Order, shownNumber } from "~/shop/orders/order";
import { choiceOf } from "~/shop/orders/letters/order-confirmed.email";
import type { Settings } from "~/shop/settings";
import { type ReturnedLine, reasons, shownReturnNumber } from "./return";

interface Props {
  number: string;
  order: Order;
  lines: ReturnedLine[];
  /** The positions of the lines in whose place something is sent. */
  exchanged: number[];
  /** In cents; 0 when nothing is due. */
  refunded: Cents;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const returnReceivedSubject = (number: string): string => `Your return arrived: ${shownReturnNumber(number)}`;

/** What a shopper gets when a return arrived: what was in it, what goes back and what is sent instead. */
export function ReturnReceived({ number, order, lines, exchanged, refunded, settings, address }: Props) {
  const isSoldOut = (line: ReturnedLine) => line.reason === "exchange" && !exchanged.includes(line.position);
  return (
    <Letter preview={`Your return ${shownReturnNumber(number)} is with us.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        Return received
      </LetterSign>
      <Paragraph>
        {order.name}, your return has arrived and is checked.
        {refunded > 0 &&
          ` ${formatCents(refunded)} goes back the way it was paid; banks take ${settings.refundTime} to show it. We write again when it is on its way.`}
        {refunded === 0 && exchanged.length === 0 && " No refund is due for it."}
      </Paragraph>
      {exchanged.length > 0 && (
        <Paragraph>
          What you want instead is kept for you and sent free of charge. We write again when it is on its way.
        </Paragraph>
      )}
      {lines.some(isSoldOut) && (
        <Paragraph>What you wanted instead has sold out meanwhile, so you get its money back.</Paragraph>
      )}

      <LetterHead>What came back</LetterHead>
      {lines.map((returned) => {
        const { position, quantity, reason, exchangeFor } = returned;
        const line = order.lines.find((sold) => sold.position === position);
        if (!line) return null;
        return (
          <LetterLine
            key={position}
            name={line.name}
            choice={choiceOf({ ...line, quantity })}
            note={
              isSoldOut(returned)
                ? `${exchangeFor} is sold out`
                : exchangeFor
                  ? `Exchange for ${exchangeFor}`
                  : reasons[reason].label
            }
            picture={letterPicture(line.image, address)}
          />
        );
      })}
      {refunded > 0 && <LetterRow loud left="GOES BACK" right={formatCents(refunded)} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
    </Letter>
  );
}
