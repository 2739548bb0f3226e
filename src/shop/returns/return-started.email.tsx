import {
  Letter,
  LetterButton,
  LetterCode,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterLink,
  LetterSign,
  Small,
} from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import type { Order } from "~/shop/orders/order";
import { shownNumber } from "~/shop/orders/order-number";
import { choiceOf } from "~/shop/orders/letters/order-confirmed.email";
import { type Cents, formatCents } from "~/shop/money";
import { amountsByWay, bankPart, type MoneyBack } from "~/shop/payments/money-back";
import type { Settings } from "~/shop/settings";
import type { ReturnedLine } from "./return";
import { whyWords } from "./return-reasons";
import type { ReturnLabelState } from "./return-label-state";
import { orderPage, returnChips } from "./return-letter-parts";
import { shownReturnNumber } from "./return-number";

interface Props {
  number: string;
  order: Order;
  /** Lines of the return, each with a sentence about earlier refunds. */
  lines: (ReturnedLine & { refunded: string })[];
  /** Day of the earlier refund, if all pieces were refunded before: "on November 20, 2026"; else empty. */
  refundedBefore: string;
  /** Amount by which the exchange goods cost more, and whether it is paid; null if they do not cost more. */
  difference: { due: Cents; isPaid: boolean } | null;
  /** Parts that its usual settlement gives back, as `usualBack` computes them. */
  back: readonly MoneyBack[] | null;
  label: ReturnLabelState;
  words: LetterWords<"return-started">;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

/** Letter about a started return: its number, the contents of the box, and the next steps. Return policy §4. */
export function ReturnStarted(props: Props) {
  const { number, order, lines, refundedBefore, difference, back, label, words, settings, address } = props;
  const { line: said, paragraphs } = saying(words, returnChips({ number, order }));
  const isExchanged = lines.some(({ exchangeFor }) => exchangeFor !== "");
  const exchange = difference
    ? said(difference.isPaid ? "exchangePaid" : "exchangeToPay", { due: formatCents(difference.due) })
    : said("exchangeDue");
  const outcome =
    refundedBefore === ""
      ? [back && refundWords(back, said), isExchanged && exchange].filter(Boolean).join(" ")
      : said("before", { day: refundedBefore });
  const until = said(refundedBefore === "" && back?.length ? "untilRefund" : "untilHere");
  return (
    <Letter preview={said("preview")} settings={settings} address={address}>
      <LetterSign under={`Order ${shownNumber(order.number)}`}>{said("title")}</LetterSign>
      <Said paragraphs={paragraphs("opening")} />
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
            note={[whyWords({ reason, exchangeFor }), refunded].filter(Boolean).join(". ")}
            picture={letterPicture(line.image, address)}
          />
        );
      })}

      <LetterHead>What to do</LetterHead>
      <Said paragraphs={paragraphs("pack")} />
      {label.state === "sent" ? (
        <Said paragraphs={paragraphs("print", { label: <LetterLink href={label.url}>prepaid label</LetterLink> })} />
      ) : (
        <Said paragraphs={paragraphs(label.state === "follows" ? "labelFollows" : "noLabel")} />
      )}
      <Said paragraphs={paragraphs("hand", { until })} />
      <Said paragraphs={paragraphs("time", { outcome })} />
      <LetterButton href={orderPage(order, address)}>{said("button")}</LetterButton>
      <Small>
        The rules in full: <LetterLink href={`${address}/return-policy`}>Return &amp; Exchange Policy</LetterLink>
      </Small>
    </Letter>
  );
}

type Said = ReturnType<typeof saying<"return-started">>["line"];

/** Sentences about the money that goes back, and when it is there: a bank takes its time, a gift card none. */
function refundWords(back: readonly MoneyBack[], said: Said): string {
  if (back.length === 0) return said("nothingDue");
  const onCard = back.some(({ way }) => way.kind === "gift-card");
  return [
    said("expected", { money: amountsByWay(back) }),
    bankPart(back) > 0 && said("refundDue"),
    onCard && said("refundDueOnCard"),
  ]
    .filter(Boolean)
    .join(" ");
}
