import { Fragment } from "react";
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
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { type Cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { orderChips } from "./order-chips";
import { choiceOf, linePrice, WhereItGoes } from "./order-confirmed.email";

interface Props {
  order: Order;
  words: LetterWords<"pay-link">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
  /** URL of the page to pay the order. */
  link: string;
  /** End of the time to pay, formatted for display. */
  until: string;
  /** Message from the member, with the member's name; null without a message. */
  said: { words: string; by: string } | null;
  /** Prices of one piece before the member's reduction, in cents, by line position. */
  listed: ReadonlyMap<number, Cents>;
  /** Method of delivery in place of the usual one, with its time on the road; null for the usual one. */
  method: string | null;
  /** Recipient of the first letter; set in the member's copy. */
  copyOf?: string;
}

type Chosen = Pick<Props, "order" | "words" | "until" | "copyOf">;
const say = ({ order, words, until, copyOf }: Chosen) =>
  saying(words, {
    ...orderChips(order),
    total: formatCents(order.summary.total),
    until,
    email: copyOf ?? order.email,
  });

export const payLinkSubject = (props: Chosen): string => `${props.copyOf ? "Copy: " : ""}${say(props).line("subject")}`;

/** Letter to a shopper for whom a member made an order: lines, total, and the link to pay with its end. */
export function PayLink(props: Props) {
  const { order, settings, address, link, said, listed, method, copyOf } = props;
  const { line, paragraphs } = say(props);
  return (
    <Letter preview={line("preview")} settings={settings} address={address}>
      {copyOf && <Small>A copy for you of the letter to {copyOf}.</Small>}
      <LetterSign under={line("under")}>{line("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
      {said && (
        <Paragraph>
          {said.words.split("\n").map((row, place) => (
            <Fragment key={place}>
              {row}
              <br />
            </Fragment>
          ))}
          {[said.by, settings.shopName].filter(Boolean).join(", ")}
        </Paragraph>
      )}
      <LetterButton href={link}>{line("button")}</LetterButton>
      <LetterHead>What we put together</LetterHead>
      {order.lines.map((own) => {
        const was = listed.get(own.position);
        return (
          <LetterLine
            key={own.position}
            name={own.name}
            choice={choiceOf(own)}
            price={linePrice(own)}
            picture={letterPicture(own.image, address)}
            {...(was !== undefined && { note: `${formatCents(own.price)} each instead of ${formatCents(was)}` })}
          />
        );
      })}
      <LetterTotals>
        {totalRows(order.summary, order).map(({ key, label, amount }) => (
          <LetterRow key={key} loud={key === "total"} left={label} right={amount} />
        ))}
      </LetterTotals>
      <WhereItGoes order={order} />
      {method && <Paragraph>It goes by {method}.</Paragraph>}
      <Said paragraphs={paragraphs("small")} isSmall />
    </Letter>
  );
}
