import {
  Letter,
  LetterButton,
  LetterCode,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterLink,
  LetterSign,
  Paragraph,
  Small,
} from "~/shop/letter";
import type { Order } from "~/shop/orders/order";
import { shownNumber } from "~/shop/orders/order-number";
import { choiceOf } from "~/shop/orders/letters/order-confirmed.email";
import type { Settings } from "~/shop/settings";
import { type ReturnedLine, reasons } from "./return";
import { shownReturnNumber } from "./return-number";

interface Props {
  number: string;
  order: Order;
  lines: ReturnedLine[];
  /** Where the label is printed; without one it follows. */
  labelUrl?: string;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const returnStartedSubject = (number: string): string => `Your return ${shownReturnNumber(number)}`;

/** What to do with a return that was started: its number, what goes into the box, what happens then. Return policy §4. */
export function ReturnStarted({ number, order, lines, labelUrl = "", settings, address }: Props) {
  return (
    <Letter preview={`Write ${shownReturnNumber(number)} on the parcel.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>Return started</LetterSign>
      <Paragraph>{order.name}, this is the number of your return. Write it on the parcel, large:</Paragraph>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>

      <LetterHead>What goes into the box</LetterHead>
      {lines.map(({ position, quantity, reason, exchangeFor }) => {
        const line = order.lines.find((sold) => sold.position === position);
        if (!line) return null;
        return (
          <LetterLine
            key={position}
            name={line.name}
            choice={choiceOf({ ...line, quantity })}
            note={exchangeFor ? `Exchange for ${exchangeFor}` : reasons[reason].label}
            picture={letterPicture(line.image, address)}
          />
        );
      })}

      <LetterHead>What to do</LetterHead>
      <Paragraph>1. Pack the items unworn, with their tags, in packaging that protects them.</Paragraph>
      {labelUrl === "" ? (
        <Paragraph>
          2. Wait for the prepaid label. For a parcel from the United States it follows by e-mail within{" "}
          {settings.replyWithin}.
        </Paragraph>
      ) : (
        <Paragraph>
          2. Print the <LetterLink href={labelUrl}>prepaid label</LetterLink>, and stick it on the parcel.
        </Paragraph>
      )}
      <Paragraph>
        3. Write the return number on the parcel, hand it to the carrier, and keep the receipt until the refund has
        arrived.
      </Paragraph>
      <Paragraph>
        The parcel must be on its way within {settings.returnDays} days of delivery. The refund takes{" "}
        {settings.refundTime} from the day it reaches us.
      </Paragraph>
      <LetterButton href={`${address}/order-status?order=${order.number}`}>Follow your order</LetterButton>
      <Small>
        The rules in full: <LetterLink href={`${address}/return-policy`}>Return &amp; Exchange Policy</LetterLink>
      </Small>
    </Letter>
  );
}
