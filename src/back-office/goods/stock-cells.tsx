import { Fragment, useContext } from "react";
import { Link } from "react-router";
import { NO_CHOICE, nameOfPair } from "~/shop/catalog/product";
import { Field } from "../ui/field";
import { shownStockName, STOCK_REASON, stockName } from "./product-fields";
import { FORM, ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";

type Pair = ProductScreen["pairs"][number];

export const isOut = (pair: Pair | undefined): boolean => pair?.stock === 0;

/** How many can be sold, to be typed; the field before it says what was shown, so that sales meanwhile stay sold. */
export function StockCell({ pair, stock }: { pair: Pair; stock: number }) {
  const { values, changed, errors } = useContext(ProductFormContext);
  const name = stockName(pair.id);
  const shown = shownStockName(pair.id);
  const error = errors[name];
  const of = [pair.color, pair.size].filter((word) => word !== NO_CHOICE).join(" ");
  const face = ["n", isOut(pair) && "is-none", changed.has(name) && "is-new", error && "has-error"];
  return (
    <td role="cell" className={face.filter(Boolean).join(" ")} data-label="Stock">
      <input type="hidden" name={shown} form={FORM} value={values[shown] ?? stock} />
      <input
        id={name}
        name={name}
        form={FORM}
        defaultValue={values[name] ?? stock}
        data-column="stock"
        inputMode="numeric"
        aria-label={of ? `Stock of ${of}` : "Stock"}
        aria-invalid={error ? true : undefined}
        title={error}
        autoComplete="off"
      />
    </td>
  );
}

/** How many are left, with the way to how it came to that. */
export function StockLevel({ pair: { id, stock }, withLink }: { pair: Pair; withLink: boolean }) {
  const words = stock === null ? "no limit" : stock.toLocaleString("en-US");
  return withLink ? (
    <Link className="grid__stock" to={`/stock/${id}`}>
      {words}
      <span className="vh"> pieces: how it came to that</span>
    </Link>
  ) : (
    <span className="grid__stock">{words}</span>
  );
}

/** Why levels change, and the way to all that was ever moved. */
export function StockReason({ pairs }: { pairs: Pair[] }) {
  const { isNew: _, ...field } = useProductField(STOCK_REASON, "stock.change");
  return (
    <Field
      label="Why the stock changes"
      labelNote="where you typed another number; first stock needs no reason"
      {...field}
      note={
        pairs.length > 0 && (
          <>
            What came and went of each:{" "}
            {pairs.slice(0, MOST_LINKS).map((pair, index) => (
              <Fragment key={pair.id}>
                {index > 0 && ", "}
                <Link className="link" to={`/stock/${pair.id}`}>
                  {nameOfPair(pair) || "its stock"}
                </Link>
              </Fragment>
            ))}
            {pairs.length > MOST_LINKS && " and more under Stock"}
          </>
        )
      }
    />
  );
}

/** How many variants lead to their ledger. */
const MOST_LINKS = 24;
