import { Fragment } from "react";
import { lineTotal } from "~/shop/bag/bag";
import { totalRows } from "~/shop/bag/total-rows";
import {
  Letter,
  LetterButton,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  LetterTotals,
  Paragraph,
  Small,
} from "~/shop/letter";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { choiceOf, WhereItGoes } from "./order-confirmed.email";

interface Props {
  order: Order;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
  /** Address of the page on which it is paid. */
  link: string;
  /** End, as it is read. */
  until: string;
  /** The member's words, and their name; null without any. */
  said: { words: string; by: string } | null;
  /** Prices of one piece before they were reduced, by position. */
  listed: ReadonlyMap<number, Cents>;
  /** To whom the first letter went, in the member's copy. */
  copyOf?: string;
}

export const payLinkSubject = ({ number }: Order, copyOf?: string): string =>
  `${copyOf ? "Copy: " : ""}Your order is ready to be paid: ${shownNumber(number)}`;

/** Letter to a shopper for whom a member made an order: lines, sum, and the link to pay until its end. */
export function PayLink({ order, settings, address, link, until, said, listed, copyOf }: Props) {
  const total = formatCents(order.summary.total);
  return (
    <Letter preview={`${total} until ${until}. Nothing is charged before.`} settings={settings} address={address}>
      {copyOf && <Small>A copy for you of the letter to {copyOf}.</Small>}
      <LetterSign under={`Held for you until ${until}`}>Ready for you</LetterSign>
      <Paragraph>
        {order.name}, this is what we agreed. Pay it with the button below and it is yours: nothing is charged before,
        and prices and pieces are held for you until {until}.
      </Paragraph>
      {said && (
        <Paragraph>
          {said.words.split("\n").map((line, place) => (
            <Fragment key={place}>
              {line}
              <br />
            </Fragment>
          ))}
          {[said.by, settings.shopName].filter(Boolean).join(", ")}
        </Paragraph>
      )}
      <LetterButton href={link}>{`See and pay ${total}`}</LetterButton>
      <LetterHead>What we put together</LetterHead>
      {order.lines.map((line) => {
        const was = listed.get(line.position);
        return (
          <LetterLine
            key={line.position}
            name={line.name}
            choice={choiceOf(line)}
            price={formatCents(lineTotal(line))}
            picture={letterPicture(line.image, address)}
            {...(was !== undefined && { note: `${formatCents(line.price)} each instead of ${formatCents(was)}` })}
          />
        );
      })}
      <LetterTotals>
        {totalRows(order.summary, { discountCode: order.discountCode }).map(({ key, label, amount }) => (
          <LetterRow key={key} loud={key === "total"} left={label} right={amount} />
        ))}
      </LetterTotals>
      <WhereItGoes order={order} />
      <Small>
        Something is not right? Answer this letter before you pay. If you do not want it, do nothing: the link ends by
        itself. It is yours alone, so please do not pass it on. Sent to {copyOf ?? order.email}.
      </Small>
    </Letter>
  );
}
