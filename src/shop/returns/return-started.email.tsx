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
import type { ReturnLabelState } from "./return-label";
import { orderPage } from "./return-letter-parts";
import { shownReturnNumber } from "./return-number";

interface Props {
  number: string;
  order: Order;
  /** Lines with words about earlier refunds. */
  lines: (ReturnedLine & { refunded: string })[];
  /** Day when everything was refunded before: "on November 20, 2026"; else empty. */
  refundedBefore: string;
  label: ReturnLabelState;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const returnStartedSubject = (number: string): string => `Your return ${shownReturnNumber(number)}`;

/** Letter about a started return: number, contents of the box, and next steps. Return policy §4. */
export function ReturnStarted({ number, order, lines, refundedBefore, label, settings, address }: Props) {
  const isExchanged = lines.some(({ exchangeFor }) => exchangeFor !== "");
  const isRefundDue = lines.some(({ exchangeFor }) => exchangeFor === "");
  return (
    <Letter preview={`Write ${shownReturnNumber(number)} on the parcel.`} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>Return started</LetterSign>
      <Paragraph>{order.name}, this is the number of your return. Write it on the parcel, large:</Paragraph>
      <LetterCode>{shownReturnNumber(number)}</LetterCode>

      <LetterHead>What goes into the box</LetterHead>
      {lines.map(({ position, quantity, reason, exchangeFor, refunded }) => {
        const line = order.lines.find((sold) => sold.position === position);
        if (!line) return null;
        return (
          <LetterLine
            key={position}
            name={line.name}
            choice={choiceOf({ ...line, quantity })}
            note={[exchangeFor ? `Exchange for ${exchangeFor}` : reasons[reason].label, refunded]
              .filter(Boolean)
              .join(". ")}
            picture={letterPicture(line.image, address)}
          />
        );
      })}

      <LetterHead>What to do</LetterHead>
      <Paragraph>1. Pack the items unworn, with their tags, in packaging that protects them.</Paragraph>
      <LabelStep label={label} settings={settings} />
      <Paragraph>
        3. Write the return number on the parcel, hand it to the carrier, and keep the receipt until{" "}
        {refundedBefore === "" && isRefundDue ? "the refund has arrived" : "we write that it is here"}.
      </Paragraph>
      <Paragraph>
        The parcel must be on its way within {settings.returnDays} days of delivery.{" "}
        {refundedBefore === ""
          ? [
              isRefundDue && `The refund takes ${settings.refundTime} from the day it reaches us.`,
              isExchanged && "What you want instead leaves, free of charge, once yours is here and checked.",
            ]
              .filter(Boolean)
              .join(" ")
          : `It was refunded ${refundedBefore}: nothing more is due.`}
      </Paragraph>
      <LetterButton href={orderPage(order, address)}>Follow your return</LetterButton>
      <Small>
        The rules in full: <LetterLink href={`${address}/return-policy`}>Return &amp; Exchange Policy</LetterLink>
      </Small>
    </Letter>
  );
}

/** Step about the label: print it, wait for it, or send without one. */
function LabelStep({ label, settings }: Pick<Props, "label" | "settings">) {
  if (label.state === "sent")
    return (
      <Paragraph>
        2. Print the <LetterLink href={label.url}>prepaid label</LetterLink>, and stick it on the parcel.
      </Paragraph>
    );
  return (
    <Paragraph>
      {label.state === "follows"
        ? `2. Wait for the prepaid label. For a parcel from the United States it follows by e-mail within ${settings.replyWithin}.`
        : "2. Send it with a carrier of your choice: there is no prepaid label for this return. Choose a service with tracking."}
    </Paragraph>
  );
}
