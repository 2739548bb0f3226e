import { Letter, LetterButton, LetterHead, LetterSign, Paragraph } from "~/shop/letter";
import { shownNumber } from "~/shop/orders/order-number";
import { shownReturnNumber } from "./return-number";
import { orderPage, type ReturnLetterProps, ReturnedThing } from "./return-letter-parts";

interface Props extends ReturnLetterProps {
  /** Announced and received pieces, and words about earlier refunds. */
  lines: { position: number; announced: number; came: number; refunded: string }[];
  /** True: counted again, the earlier letter was wrong. */
  isCorrected: boolean;
}

export const returnReceivedSubject = (number: string): string => `Your return arrived: ${shownReturnNumber(number)}`;

/** Letter to the shopper when a return arrived: its contents, what is missing, and what happens next. */
export function ReturnReceived({ number, order, lines, isCorrected, settings, address }: Props) {
  const here = lines.filter(({ came }) => came > 0);
  const missing = lines.filter(({ announced, came }) => came < announced);
  return (
    <Letter preview={`Your return ${shownReturnNumber(number)} is with us.`} settings={settings} address={address}>
      <LetterSign under={`${shownReturnNumber(number)}, order ${shownNumber(order.number)}`}>
        Return received
      </LetterSign>
      <Paragraph>
        {isCorrected
          ? `${order.name}, we counted your return again: what we wrote before was not right, this is. We write again when it is settled.`
          : `${order.name}, your return has arrived. We look at it now, and write again when it is settled.`}
      </Paragraph>

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
          <Paragraph>If you did send it, keep the carrier&apos;s receipt and answer this letter.</Paragraph>
        </>
      )}
      <LetterButton href={orderPage(order, address)}>See your return</LetterButton>
    </Letter>
  );
}
