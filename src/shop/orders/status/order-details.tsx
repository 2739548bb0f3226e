import type { ReactNode } from "react";
import { Link } from "react-router";
import { shownTotal } from "~/shop/price";
import { LineChoice } from "~/shop/bag/line-choice";
import { LinePicture } from "~/shop/bag/line-picture";
import { TotalList } from "~/shop/bag/total-list";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { totalRows } from "~/shop/bag/total-rows";
import { productAddress } from "~/shop/catalog/product";
import { type Cents, formatCents } from "~/shop/money";
import type { PageTexts } from "~/shop/texts/page-texts";
import { FormMessage } from "~/ui/form-message";
import { takesFocus } from "~/ui/takes-focus";
import { addressLines, isByEmail, type Order, type OrderState } from "../order";
import { UNMADE } from "../gift-cards/unmade-words";
import type { ShownChange } from "./order-change-words";
import { shownNumber } from "../order-number";
import type { Missing } from "../parcels/lost-pieces";
import { isLost } from "../parcels/pieces";
import { ToPay } from "../pay-link/to-pay";
import { CancelOrder } from "./cancel-order";
import { ParcelList, type ParcelOnItsDay } from "./parcel-list";
import { ProgressSteps } from "./progress-steps";
import type { shopperState } from "./shopper-state";

const isOver = new Set<OrderState>(["cancelled", "partly-refunded", "refunded", "returned"]);

/** A refund, done or pending. */
interface ShownRefund {
  id: string;
  amount: Cents;
  /** Day of the refund, formatted. */
  day: string;
  /** Last four signs of the gift card that has it as store credit; unset for money back. */
  giftCard?: string | undefined;
}

/** Words for the state of an order, as the merchant writes them. */
type StatusTexts = PageTexts<"orderStatus">["states"][ReturnType<typeof shopperState>];

interface Props {
  status: StatusTexts;
  /** Heading above the address. */
  goes: string;
  order: Order;
  /** Day of the order, formatted. */
  placed: string;
  /** Day by which it leaves, formatted; null without a promise, and once something has left. */
  leavesBy: string | null;
  parcels: ParcelOnItsDay[];
  refunds: ShownRefund[];
  changes: ShownChange[];
  missing: Missing;
  /** Deadline for cancelling, formatted; null when it has passed. */
  cancel: { until: string } | null;
  /** Reason of a refused cancellation; otherwise empty. */
  declined: string;
  /** Duration of a refund, as text. */
  refundTime: string;
  /** The order's returns, shown below the parcels. */
  children?: ReactNode;
}

/** Status of an order: state, parcels, lines and totals. */
export function OrderDetails(props: Props) {
  const { status, goes, order, placed, leavesBy, parcels, refunds, changes, missing, cancel, declined, refundTime } =
    props;
  const { number, state } = order;
  const isAllLost = missing !== "nothing" && parcels.every(isLost);
  return (
    <div className="work">
      <section aria-labelledby="order-number">
        <h2 className="order-details__number" id="order-number" ref={takesFocus} tabIndex={-1}>
          {shownNumber(number)}
        </h2>
        <p
          className={isOver.has(state) && missing === "nothing" ? "order-details order-details--over" : "order-details"}
          role="status"
        >
          <b>{status.name}</b> {status.text}
        </p>
        <p className="muted">
          Placed on {placed}
          {leavesBy && `. Leaves us by ${leavesBy}.`}
        </p>
        <ProgressSteps state={isAllLost && !isOver.has(state) ? "paid" : state} isByEmail={isByEmail(order)} />
        {declined && <FormMessage kind="error">{declined}</FormMessage>}
        {cancel && <CancelOrder {...order} total={order.summary.total} until={cancel.until} refundTime={refundTime} />}
        {parcels.length > 0 && <ParcelList parcels={parcels} order={order} />}
        {props.children}
        {changes.length > 0 && <Changes changes={changes} />}
        <div className="lines lines--order">
          {order.lines.map((line) => (
            <OrderLine key={line.position} line={line} />
          ))}
        </div>
      </section>
      <OrderTotals order={order} refunds={refunds} goes={goes} />
    </div>
  );
}

/** Changes of the order since it was bought, a change that awaits its payment included. */
const Changes = ({ changes }: { changes: ShownChange[] }) => (
  <ul className="order-details__changes" role="list" aria-label="Changes of your order">
    {changes.map(({ id, text, pay }) => (
      <li key={id}>
        {text}
        {pay && <ToPay {...pay} />}
      </li>
    ))}
  </ul>
);

const OrderLine = ({ line }: { line: Order["lines"][number] }) => (
  <article className="line">
    <div className="plate">
      <LinePicture line={line} />
    </div>
    <div className="line__main">
      <div className="line__top">
        <h3>
          <Link to={productAddress({ id: line.product, name: line.name }, line)}>{line.name}</Link>
        </h3>
      </div>
      {line.giftCard?.isUnmade ? (
        <p className="muted">
          {line.size}. Not made, {UNMADE}.
        </p>
      ) : (
        <LineChoice line={line} isOrdered>
          <div>
            <dt>Quantity</dt> <dd>{line.isPresent ? "Present" : line.quantity}</dd>
          </div>
        </LineChoice>
      )}
      <div className="line__bot">
        <span className="price">
          {formatCents(shownTotal({ ...line, quantity: 1 }))}
          {line.isPresent && <s>{formatCents(line.price)}</s>}
        </span>
        <span className="line__total">
          Total <b>{formatCents(shownTotal(line))}</b>
        </span>
      </div>
    </div>
  </article>
);

const OrderTotals = ({ order, refunds, goes }: Pick<Props, "order" | "refunds"> & { goes: string }) => (
  <aside className="sum" aria-label="Order summary">
    <TotalList rows={totalRows(order.summary, { ...order, isByEmail: isByEmail(order) })}>
      {order.giftCards?.map(({ lastFour, amount }) => (
        <div key={lastFour}>
          <dt>{giftCardWords(lastFour)}</dt>
          <dd>-{formatCents(amount)}</dd>
        </div>
      ))}
      {refunds.map(({ id, amount, day, giftCard }) => (
        <div key={id}>
          <dt>{giftCard ? `${giftCardWords(giftCard)}, store credit of ${day}` : `Refund of ${day}`}</dt>
          <dd>-{formatCents(amount)}</dd>
        </div>
      ))}
    </TotalList>
    {!isByEmail(order) && (
      <div className="order-details__to">
        <h3 className="label">{goes}</h3>
        <address>
          {addressLines(order).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </div>
    )}
  </aside>
);
