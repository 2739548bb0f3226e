import { shownColor, shownSize } from "../catalog/product";
import { Letter, LetterButton, LetterHead, LetterLine, LetterRow, LetterSign, Paragraph } from "../letter";
import { type Cents, formatCents } from "../money";
import { type Order, shownNumber } from "../orders/order";
import type { Settings } from "../settings";
import { type ReturnedLine, reasons, shownReturnNumber } from "./return";

interface Props {
  number: string;
  order: Order;
  lines: ReturnedLine[];
  /** In cents; 0 when nothing is due. */
  refunded: Cents;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const returnReceivedSubject = (number: string): string => `Your return arrived: ${shownReturnNumber(number)}`;

/** What a shopper gets when a return arrived: what was in it, what goes back and what is sent instead. */
export function ReturnReceived({ number, order, lines, refunded, settings, address }: Props) {
  const isExchange = lines.some(({ reason }) => reason === "exchange");
  return (
    <Letter preview={`Your return ${shownReturnNumber(number)} is with us.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        Return received
      </LetterSign>
      <Paragraph>
        {order.name}, your return has arrived and is checked.
        {refunded > 0 &&
          ` ${formatCents(refunded)} goes back the way it was paid; banks take ${settings.refundTime} to show it. We write again when it is on its way.`}
        {refunded === 0 && !isExchange && " No refund is due for it."}
      </Paragraph>
      {isExchange && (
        <Paragraph>
          What you want instead is sent to you free of charge. If it has sold out meanwhile, you get its money back.
        </Paragraph>
      )}

      <LetterHead>What came back</LetterHead>
      {lines.map(({ position, quantity, reason, exchangeFor }) => {
        const line = order.lines.find((sold) => sold.position === position);
        if (!line) return null;
        const choice = [shownColor(line.color), shownSize(line.size)].filter((word) => word !== "Default");
        return (
          <LetterLine
            key={position}
            name={line.name}
            choice={[...choice, `Quantity ${quantity}`].join(" / ")}
            price={exchangeFor ? `Exchange for ${exchangeFor}` : reasons[reason].label}
          />
        );
      })}
      {refunded > 0 && <LetterRow loud left="GOES BACK" right={formatCents(refunded)} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>See your order</LetterButton>
    </Letter>
  );
}
