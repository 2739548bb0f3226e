import { LetterLine, letterPicture, Paragraph } from "~/shop/letter";
import type { Order } from "~/shop/orders/order";
import { choiceOf } from "~/shop/orders/letters/order-confirmed.email";
import { orderChips } from "~/shop/orders/letters/order-chips";
import type { Settings } from "~/shop/settings";
import { shownReturnNumber } from "./return-number";

/** Props of every letter about a return. */
export interface ReturnLetterProps {
  number: string;
  order: Order;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

/** Values of the chips that all letters about returns share. */
export const returnChips = ({ number, order }: Pick<ReturnLetterProps, "number" | "order">) => ({
  ...orderChips(order),
  returnNumber: shownReturnNumber(number),
});

/** URL of the order's page, which also shows its returns. */
export const orderPage = ({ number }: Pick<Order, "number">, address: string): string =>
  `${address}/order-status?order=${number}`;

interface ThingProps {
  order: Order;
  position: number;
  quantity: number;
  note: string;
  address: string;
}

/** A returned line of an order: picture, name, color and size, and quantity. */
export function ReturnedThing({ order, position, quantity, note, address }: ThingProps) {
  const line = order.lines.find((sold) => sold.position === position);
  if (!line) return null;
  return (
    <LetterLine
      name={line.name}
      choice={choiceOf({ ...line, quantity })}
      note={note}
      picture={letterPicture(line.image, address)}
    />
  );
}

/** A member's text, with a paragraph for each of its lines. */
export const Written = ({ words }: { words: string }) =>
  words
    .split(/\n+/)
    .filter((line) => line.trim() !== "")
    .map((line, index) => <Paragraph key={index}>{line}</Paragraph>);
