import { Link } from "react-router";
import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import type { OrderDetail } from "./order-detail.server";

/** List of an order's lines with picture, state of the pieces, and price. */
export function OrderLines({ order: { lines } }: { order: OrderDetail }) {
  const hasMoney = lines.some(({ sum }) => sum !== null);
  return (
    <table className="t order-lines">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className="order-lines__where">
            Where it is
          </th>
          <th scope="col" className="n">
            Pieces
          </th>
          {hasMoney && (
            <>
              <th scope="col" className="n order-lines__each">
                Each
              </th>
              <th scope="col" className="n">
                Sum
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ position, name, choice, picture, to, where, quantity, each, sum }) => (
          <tr key={position}>
            <td>
              <span className="thing">
                <Plate hash={picture} />
                <span>
                  <a className="row-link" href={to}>
                    {name}
                  </a>
                  <span className="sub">{choice}</span>
                  <span className="order-lines__below">
                    <State sign={where.sign}>{where.text}</State>
                  </span>
                </span>
              </span>
            </td>
            <td className="order-lines__where">
              <State sign={where.sign}>{where.text}</State>
            </td>
            <td className="n">{quantity}</td>
            {hasMoney && (
              <>
                <td className="n order-lines__each">{each}</td>
                <td className="n">{sum}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sums of an order: total, refunds, and the rest. */
export const OrderSums = ({ sums }: { sums: NonNullable<OrderDetail["sums"]> }) => (
  <dl className="sums" aria-label="Money">
    {sums.parts.map(({ name, sum }, place) => (
      <div key={`${place} ${name}`}>
        <dt>{name}</dt>
        <dd>{sum}</dd>
      </div>
    ))}
    <div className="sums__total">
      <dt>
        Total
        {sums.paidBy && <span className="sums__by">{sums.paidBy}</span>}
      </dt>
      <dd>{sums.total}</dd>
    </div>
    {sums.refunds.map(({ id, name, onto, note, credit, sum }) => (
      <div key={id}>
        <dt>
          {name}
          {onto && <span className="sub">Onto {onto}</span>}
          {note && (
            <span className="sub">
              <State sign="waits">{note}</State>
            </span>
          )}
          {credit && (
            <span className="sub">
              {credit.to === null ? (
                credit.words
              ) : (
                <Link className="link" to={credit.to}>
                  {credit.words}
                </Link>
              )}
            </span>
          )}
        </dt>
        <dd>{sum}</dd>
      </div>
    ))}
    {sums.kept !== null && sums.refunds.length > 0 && (
      <div className="sums__kept">
        <dt>Kept</dt>
        <dd>{sums.kept}</dd>
      </div>
    )}
  </dl>
);
