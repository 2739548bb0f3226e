import { BarChart, Figures } from "../ui/figures";
import { NothingYet } from "../ui/empty";
import { Plate } from "../ui/plate";
import type { SalesView } from "./sales";
import type { OrderKind } from "~/shop/orders/order-facts";
import { Link } from "react-router";

interface SalesProps {
  /** Sums and chart; null without recent sales. */
  view: SalesView | null;
  /** Kind of the orders that are counted: real, test or sample. */
  kind: OrderKind;
  best: { id: string; name: string; pieces: number; left: number | null; picture: string | null }[];
}

const KINDS = {
  test: "Test orders: no money came.",
};

/** Sales of today, of 7 and of 30 days, a bar chart by day, and the best-selling products. */
export const Sales = ({ view, best, kind }: SalesProps) => (
  <section aria-label="Sales">
    {view ? (
      <>
        <Figures figures={view.figures} />
        {kind === "test" && (
          <p className="dust small sales-kind">{KINDS.test} Only real orders count from the first one on.</p>
        )}
        <BarChart
          title="Sold a day, 30 days, after refunds"
          summary={view.summary}
          bars={view.bars}
          top={view.top}
          lines={view.lines}
          table={
            <Link className="link" to="/figures/sales">
              As a table
            </Link>
          }
        />
        {best.length > 0 && <Best best={best} />}
      </>
    ) : (
      <NothingYet title="No sales yet">
        {kind === "sample"
          ? "Sample orders are not counted. Figures appear with the first order that is paid, also a test one."
          : "The road starts here. Figures appear with the first order."}
      </NothingYet>
    )}
  </section>
);

const Best = ({ best }: Pick<SalesProps, "best">) => (
  <div className="best">
    <table className="t t--tall">
      <thead>
        <tr>
          <th scope="col">Sold most in 7 days</th>
          <th scope="col" className="n">
            Pieces
          </th>
          <th scope="col" className="n">
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {best.map(({ id, name, pieces, left, picture }) => (
          <tr key={id}>
            <td>
              <span className="thing">
                <Plate hash={picture} />
                <span className="best__name">{name}</span>
              </span>
            </td>
            <td className="n">{pieces}</td>
            <td className="n">{left ?? "no limit"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
