import { Fragment, useContext } from "react";
import { Link } from "react-router";
import { nameOfVariant } from "~/shop/catalog/product";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { Field } from "../ui/field";
import { shownStockName, STOCK_REASON, stockName } from "./product-controls";
import { FORM, ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";

type Variant = ProductScreen["variants"][number];

export const isOut = (variant: Variant | undefined): boolean => variant?.stock === 0;

/** Field for the sellable pieces. A hidden field contains the shown number, so that the save adds only the difference. */
export function StockCell({ variant, stock }: { variant: Variant; stock: number }) {
  const { values, changed, errors, isSentBefore } = useContext(ProductFormContext);
  const name = stockName(variant.id);
  const shown = shownStockName(variant.id);
  const error = errors[name];
  const of = choiceName(variant.size, variant.color);
  const face = ["n", isOut(variant) && "is-none", changed.has(name) && "is-new", error && "has-error"];
  return (
    <td role="cell" className={face.filter(Boolean).join(" ")} data-label="Stock">
      <input type="hidden" name={shown} form={FORM} value={isSentBefore ? stock : (values[shown] ?? stock)} />
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

/** Pieces left, with a link to the variant's ledger. */
export function StockLevel({ variant: { id, stock }, withLink }: { variant: Variant; withLink: boolean }) {
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

/** Field for the reason of changed stock levels, and links to the ledgers of the variants. */
export function StockReason({ variants }: { variants: Variant[] }) {
  const { isNew: _, ...field } = useProductField(STOCK_REASON);
  return (
    <Field
      label="Why the stock changes"
      labelNote="where you typed another number; first stock needs no reason"
      {...field}
      note={
        variants.length > 0 && (
          <>
            What came and went of each:{" "}
            {variants.slice(0, MOST_LINKS).map((variant, index) => (
              <Fragment key={variant.id}>
                {index > 0 && ", "}
                <Link className="link" to={`/stock/${variant.id}`}>
                  {nameOfVariant(variant) || "its stock"}
                </Link>
              </Fragment>
            ))}
            {variants.length > MOST_LINKS && " and more under Stock"}
          </>
        )
      }
    />
  );
}

/** Maximum number of variants for which links to their ledgers are shown. */
const MOST_LINKS = 24;
