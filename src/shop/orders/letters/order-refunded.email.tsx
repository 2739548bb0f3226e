import { lineTotal } from "~/shop/price";
import {
  Letter,
  LetterButton,
  LetterHead,
  LetterLine,
  letterPicture,
  LetterRow,
  LetterSign,
  Small,
} from "~/shop/letter";
import { Said } from "~/shop/texts/letters/letter-said";
import { type LetterWords, saying } from "~/shop/texts/letters/letter-words";
import { type Cents, cents, formatCents, formatRound } from "~/shop/money";
import type { PaidPart } from "~/shop/payments/money-back";
import type { Settings } from "~/shop/settings";
import type { Order } from "../order";
import { shownNumber } from "../order-number";
import { orderChips } from "./order-chips";
import { choiceOf, OrderLines, OrderTotals } from "./order-confirmed.email";
import type { Pieces } from "../parcels/pieces";
import type { RefundReason } from "../refunds/refund-cause";

interface Props {
  order: Order;
  reason: RefundReason;
  /** Refunded amount in cents; 0 for a cancelled order without a refund. */
  amount: Cents;
  /** Means of payment that gets the amount, in words; unset without an amount. */
  by?: string;
  /** Whether that is a gift card, on which the amount is at once. */
  isOntoCard?: boolean;
  /** Parts that paid the order. */
  paid: readonly PaidPart[];
  /** Refunded lines; empty for the whole order. A line without pieces is a later refund of the rest of its price. */
  lines: (Pieces & { amount: Cents; withheld: Cents })[];
  extras: { kind: "delivery" | "fees" | "goodwill"; amount: Cents }[];
  /** Whether nothing of the order's delivery fee has gone back, by this refund or another. */
  isFeeKept?: boolean;
  /** Part of the amount that is sales tax, in cents. */
  tax?: Cents;
  /** Amount of the whole refund in cents, of which other means of payment get the rest. */
  whole?: Cents;
  words: LetterWords<"order-refunded">;
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

const OPENING = {
  cancelled: "cancelled",
  return: "return",
  lost: "lost",
  change: "change",
  "change-late": "changeLate",
  exchange: "staff",
  "gift-cards": "giftCards",
  staff: "staff",
} as const satisfies Record<RefundReason, string>;

type Chosen = Pick<Props, "order" | "words" | "reason" | "amount">;
const say = ({ order, words, amount }: Chosen) => saying(words, { ...orderChips(order), amount: formatCents(amount) });

/** Amount in the opening about gift cards beyond the bound of a payment card. */
const mostOf = ({ giftCardsADay }: Settings): string => formatRound(giftCardsADay);

export const orderRefundedSubject = (props: Chosen): string =>
  say(props).line(props.reason === "cancelled" ? "subjectCancelled" : "subject");

/** Letter to the shopper about a refund: reason, lines, amount, and how long the bank takes. */
export function OrderRefunded(props: Props) {
  const { order, reason, amount, lines, extras, by, isOntoCard = false, paid, tax = cents(0) } = props;
  const { isFeeKept = false, whole = amount, settings, address } = props;
  const { line, paragraphs } = say(props);
  const isMoneyDue = amount > 0;
  const isInPart = lines.length + extras.length > 0;
  const sum = isMoneyDue ? line(isOntoCard ? "sumOnCard" : "sum") : `Order ${shownNumber(order.number)}`;
  return (
    <Letter preview={`${sum}.`} settings={settings} address={address}>
      <LetterSign under={sum}>{line(reason === "cancelled" ? "titleCancelled" : "title")}</LetterSign>
      <Said paragraphs={paragraphs(isMoneyDue ? OPENING[reason] : "unpaid", { most: mostOf(settings) })} />
      <LetterHead>{isInPart ? "What it is for" : "What you had ordered"}</LetterHead>
      {isInPart ? (
        <>
          <RefundedLines order={order} lines={lines} address={address} />
          {extras.map(({ kind, amount: extra }) => (
            <LetterRow
              key={kind}
              left={kind === "goodwill" && reason === "return" ? "Difference of your exchange" : extraWords[kind]}
              right={formatCents(extra)}
            />
          ))}
        </>
      ) : (
        <>
          <OrderLines order={order} address={address} />
          <OrderTotals order={order} paid={paid} />
        </>
      )}
      {isMoneyDue && <LetterRow loud left="GOES BACK" right={formatCents(amount)} />}
      {whole > amount && <LetterRow left="Part of a refund of" right={formatCents(whole)} />}
      {tax > 0 && <LetterRow left="Of that sales tax" right={formatCents(tax)} />}
      {by && <LetterRow left="To" right={by} />}
      <LetterButton href={`${address}/order-status?order=${order.number}`}>{line("button")}</LetterButton>
      {lines.length > 0 && (
        <Small>
          Order {shownNumber(order.number)}. {footnote(order, isFeeKept)}
        </Small>
      )}
    </Letter>
  );
}

const extraWords = { delivery: "Delivery", fees: "Fees", goodwill: "Goodwill" };

/** Sentence which says that a delivery fee is not refunded, and that discounts lower the refund of an item. */
function footnote({ summary }: Order, isFeeKept: boolean): string {
  const parts = [
    ...(isFeeKept ? ["the delivery fee is not refunded"] : []),
    ...(summary.discount > 0 ? ["what your discount took off an item is taken off its refund"] : []),
  ].join(", and ");
  return parts && `${parts[0]?.toUpperCase()}${parts.slice(1)}.`;
}

/** Text after a price of which the refund is a part: by a discount or tax, or because the rest goes onto another payment. */
function priceWords({ summary: { discount, tax } }: Order): string {
  if (tax === 0) return discount > 0 ? "less discount" : "onto several payments";
  return discount > 0 ? "before discount and sales tax" : "before sales tax";
}

function RefundedLines({ order, lines, address }: Pick<Props, "order" | "lines" | "address">) {
  return lines.map(({ position, quantity, amount, withheld }) => {
    const line = order.lines.find((sold) => sold.position === position);
    if (!line) return null;
    const full = lineTotal({ ...line, quantity });
    const paid = cents(amount + withheld);
    const discounted = [
      ...(full === paid || quantity === 0 || line.isPresent ? [] : [`${formatCents(full)} ${priceWords(order)}`]),
      ...(withheld > 0 ? [`${formatCents(amount)} of ${formatCents(paid)}`] : []),
    ];
    return (
      <LetterLine
        key={position}
        name={line.name}
        choice={[quantity > 0 ? choiceOf({ ...line, quantity }) : "The rest of its price", ...discounted].join(" / ")}
        price={formatCents(amount)}
        picture={letterPicture(line.image, address)}
      />
    );
  });
}
