import type { ReactNode } from "react";
import { Link } from "react-router";
import { shownTotal } from "~/shop/price";
import { LineChoice } from "~/shop/bag/line-choice";
import { LinePicture } from "~/shop/bag/line-picture";
import { TotalList } from "~/shop/bag/total-list";
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
  /** Name of the card or account that gets it. */
  way: string;
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
  /** Parts that paid the order, each with the name of its card or account. */
  paid: { way: string; amount: Cents }[];
  refunds: ShownRefund[];
  /** Sentences about the money that went back, for a state that is about it; otherwise empty. */
  money: string;
  changes: ShownChange[];
  missing: Missing;
  /** Deadline for cancelling, formatted, and where the money would go, in sentences; null when it has passed. */
  cancel: { until: string; money: string } | null;
  /** Reason of a refused cancellation; otherwise empty. */
  declined: string;
  /** The order's returns, shown below the parcels. */
  children?: ReactNode;
}

/** Status of an order: state, parcels, lines and totals. */
export function OrderDetails(props: Props) {
  const { status, goes, order, placed, leavesBy, parcels, paid, refunds, money, changes, missing, cancel, declined } =
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
          <b>{status.name}</b> {status.text} {money}
        </p>
        <p className="muted">
          Placed on {placed}
          {leavesBy && `. Leaves us by ${leavesBy}.`}
        </p>
        <ProgressSteps state={isAllLost && !isOver.has(state) ? "paid" : state} isByEmail={isByEmail(order)} />
        {declined && <FormMessage kind="error">{declined}</FormMessage>}
        {cancel && <CancelOrder number={number} email={order.email} {...cancel} />}
        {parcels.length > 0 && <ParcelList parcels={parcels} order={order} />}
        {props.children}
        {changes.length > 0 && <Changes changes={changes} />}
        <div className="lines lines--order">
          {order.lines.map((line) => (
            <OrderLine key={line.position} line={line} />
          ))}
        </div>
      </section>
      <OrderTotals {...{ order, paid, refunds, goes }} />
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

const OrderTotals = ({ order, paid, refunds, goes }: Pick<Props, "order" | "paid" | "refunds" | "goes">) => (
  <aside className="sum" aria-label="Order summary">
    <TotalList rows={totalRows(order.summary, { ...order, isByEmail: isByEmail(order) })}>
      {paid.map(({ way, amount }, place) => (
        <MoneyRow key={place} name={`Paid with ${way}`} amount={amount} />
      ))}
      {refunds.map(({ id, way, day, amount }) => (
        <MoneyRow key={id} name={`Given back, ${way}, ${day}`} amount={amount} />
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

/** Row below a total, which says in words what it is, without a minus: nothing more is taken off. */
const MoneyRow = ({ name, amount }: { name: string; amount: Cents }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCents(amount)}</dd>
  </div>
);
