import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import type { ReturnedLine } from "./return";
import { shownReturnNumber } from "./return-number";
import { orderPage, type ReturnLetterProps, ReturnedThing } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  lines: Pick<ReturnedLine, "position" | "quantity" | "exchangeFor">[];
  /** Payment for the exchange, which goes back, in cents; 0 where nothing was paid. */
  goesBack: Cents;
}

export const returnExchangeEndedSubject = (number: string): string =>
  `Your exchange has ended: ${shownReturnNumber(number)}`;

/** Letter to the shopper when nothing came back in the time for which goods of an exchange are kept. */
export function ReturnExchangeEnded({ number, order, lines, goesBack, settings, address }: Props) {
  return (
    <Letter
      preview={`What was kept for ${shownReturnNumber(number)} is free again.`}
      settings={settings}
      address={address}
    >
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        Your exchange has ended
      </LetterSign>
      <Paragraph>
        {order.name}, we kept what you want instead, and your parcel has not come in that time. It is not kept any
        longer.
        {goesBack > 0 &&
          ` The difference of ${formatCents(goesBack)} that you paid goes back to you; banks take ${settings.refundTime} to show it.`}
      </Paragraph>
      <Paragraph>
        Is it on its way? Then it still counts. Once it is here and checked, you get what you want instead where it
        costs the same and is still there, else your money back.
      </Paragraph>
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
      <LetterButton href={orderPage(order, address)}>See your return</LetterButton>
    </Letter>
  );
}
