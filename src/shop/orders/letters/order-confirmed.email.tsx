import { Fragment } from "react";
import { shownTotal } from "~/shop/price";
import { totalRows } from "~/shop/bag/total-rows";
import { choiceParts } from "~/shop/catalog/product";
import {
  Letter,
  LetterButton,
  LetterCode,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  LetterTotals,
  Paragraph,
} from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { formatCents } from "~/shop/money";
import { type PaidPart, wayWords } from "~/shop/payments/money-back";
import type { Settings } from "~/shop/settings";
import { dayWords } from "~/shop/shop-time";
import { forWhom, onItsDay } from "~/shop/bag/card-facts";
import { addressLines, isByEmail, type Order, type OrderLine, unmadeValue } from "../order";
import { UNMADE } from "../gift-cards/unmade-words";
import { shownNumber } from "../order-number";
import type { SentPieces } from "../parcels/pieces";
import { orderChips } from "./order-chips";

interface Props {
  order: Order;
  /** Parts that paid it, gift cards first. */
  paid: readonly PaidPart[];
  words: LetterWords<"order-confirmed">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

const say = ({ order, words }: Pick<Props, "order" | "words">) =>
  saying(words, { ...orderChips(order), email: order.email });

export const orderConfirmedSubject = (props: Pick<Props, "order" | "words">): string => say(props).line("subject");

/** Letter that confirms a paid order to the shopper: number, lines, totals, address and time of delivery. */
export function OrderConfirmed({ order, paid, words, settings, address }: Props) {
  const { line, paragraphs } = say({ order, words });
  // A confirmation is sent again after a correction of the address, when something may have left.
  const isCardMoneyBack = unmadeValue(order) > 0;
  const isHere = order.state === "paid" || order.state === "packed" || isCardMoneyBack;
  const leavesBy = order.shipBy && isHere ? line("leavesBy", { day: dayWords(order.shipBy) }) : "";
  const ofCards = isByEmail(order);
  // Once money has gone back, an order is no longer cancelled by its shopper.
  const cancelNote = settings.cancelMinutes > 0 && !isCardMoneyBack ? line("cancelNote") : "";
  return (
    <Letter preview={line(ofCards ? "previewCards" : "preview")} settings={settings} address={address}>
      <LetterSign under={line("under")}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs(ofCards ? "openingCards" : "opening")} />
      <LetterCode>{shownNumber(order.number)}</LetterCode>

      <LetterHead>What you bought</LetterHead>
      <OrderLines order={order} address={address} />
      <OrderTotals order={order} paid={paid} />

      {!ofCards && <WhereItGoes order={order} />}
      {leavesBy && <Paragraph>{leavesBy}</Paragraph>}
      <Said paragraphs={paragraphs(ofCards ? "closingCards" : "closing")} />
      <LetterButton href={`${address}/order-status?order=${order.number}`}>{line("button")}</LetterButton>
      <Said paragraphs={paragraphs(ofCards ? "smallCards" : "small", { cancelNote })} isSmall />
    </Letter>
  );
}

/** Delivery address, line by line. */
export function WhereItGoes({ order }: Pick<Props, "order">) {
  return (
    <>
      <LetterHead>Where it goes</LetterHead>
      <Paragraph>
        {addressLines(order).map((line) => (
          <Fragment key={line}>
            {line}
            <br />
          </Fragment>
        ))}
      </Paragraph>
    </>
  );
}

interface LinesProps extends Pick<Props, "order" | "address"> {
  /** Pieces to list; all pieces if unset. */
  pieces?: SentPieces[];
}

/** Bought lines with their prices. No price for goods sent in place of others: the line has the replaced goods' price. */
export function OrderLines({ order, address, pieces }: LinesProps) {
  const lines = pieces
    ? order.lines.flatMap((line) => {
        const own = pieces.find(({ position }) => position === line.position);
        return own ? [{ ...line, ...own.instead, quantity: own.quantity, isInstead: own.instead !== undefined }] : [];
      })
    : order.lines.map((line) => ({ ...line, isInstead: false }));
  return lines.map((line) => (
    <LetterLine
      key={line.position}
      name={line.name}
      choice={choiceOf(line)}
      {...(!line.isInstead && { price: linePrice(line) })}
      picture={letterPicture(line.image, address)}
    />
  ));
}

/** Rows that add up to the total, as in the bag and at the checkout, and below it what the total was paid with. */
export function OrderTotals({ order, paid }: Pick<Props, "order" | "paid">) {
  return (
    <LetterTotals>
      {totalRows(order.summary, { ...order, isByEmail: isByEmail(order) }).map(({ key, label, amount }) => (
        <LetterRow key={key} loud={key === "total"} left={label} right={amount} />
      ))}
      {paid.map(({ way, amount }, place) => (
        <LetterRow
          key={`paid ${place}`}
          left={paid.length > 1 ? `Paid with ${wayWords(way)}` : "Paid with"}
          right={paid.length > 1 ? formatCents(amount) : wayWords(way)}
        />
      ))}
    </LetterTotals>
  );
}

/** Price of a line's pieces; a present costs nothing. */
export const linePrice = (line: Pick<OrderLine, "price" | "quantity" | "isPresent">): string =>
  formatCents(shownTotal(line));

/** Size, color and quantity of a line as one text; of a gift card its amount, for whom it is and its day. */
export function choiceOf({
  color,
  size,
  quantity,
  giftCard,
  isPresent,
}: Pick<OrderLine, "color" | "size" | "quantity" | "giftCard" | "isPresent">): string {
  if (giftCard?.isUnmade) return `${size} / Not made, ${UNMADE}`;
  if (giftCard) return [size, `For ${forWhom(giftCard)}`, `By e-mail ${onItsDay(giftCard)}`].join(" / ");
  return [...choiceParts({ size, color }), isPresent ? "Present" : `Quantity ${quantity}`].join(" / ");
}
