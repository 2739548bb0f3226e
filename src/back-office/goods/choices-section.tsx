import { memo, useContext } from "react";
import { Link } from "react-router";
import { NO_CHOICE, offeredSize } from "~/shop/catalog/product";
import { TextField } from "../ui/field";
import { gridKeys } from "../ui/grid-keys";
import { Section } from "../ui/section";
import { counted } from "../count-texts";
import { type PairField, pairFieldName, pairFields } from "./product-fields";
import { FORM, ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";
import { listsOf, soldName, swatchName } from "./choice-fields";

type Pair = ProductScreen["pairs"][number];

/** Sizes and colors: the two lists that make the pairs, and one table a color. */
export function ChoicesSection({ screen }: { screen: ProductScreen }) {
  const { pairs, choices, rights } = screen;
  const { colors, sizes } = listsOf(choices);
  const find = (color: string, size: string) => pairs.find((pair) => pair.color === color && pair.size === size);
  return (
    <Section title="Sizes and colors" note="Arrow keys move, a column can be pasted">
      <div className="stack">
        <div className="fields">
          <TextField
            label="Colors"
            labelNote="with commas between"
            rows={2}
            placeholder="Black, Sand"
            {...useProductField("colors", "goods.change")}
          />
          <TextField
            label="Sizes"
            labelNote="with commas between"
            rows={2}
            placeholder="XS, S, M, L, XL"
            {...useProductField("sizes", "goods.change")}
          />
        </div>
        <div {...gridKeys}>
          {(colors.length > 0 ? colors : [NO_CHOICE]).map((color) => (
            <ColorGrid
              key={color}
              color={color}
              rows={(sizes.length > 0 ? sizes : [NO_CHOICE]).map((size) => ({ size, pair: find(color, size) }))}
              withCost={rights.includes("goods.cost.read")}
              withStock={rights.includes("stock.read")}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}

interface ColorGridProps {
  color: string;
  rows: { size: string; pair: Pair | undefined }[];
  withCost: boolean;
  withStock: boolean;
}

/** The pairs of one color: what each costs, how many are left, what it is called. Empty prices are those of the product. */
const ColorGrid = memo(function ColorGrid({ color, rows, withCost, withStock }: ColorGridProps) {
  const left = rows.reduce((sum, { pair }) => sum + (pair?.stock ?? 0), 0);
  const out = rows.filter(({ pair }) => isOut(pair)).map(({ size }) => offeredSize(size));
  const soldOut = out.length > 0 && out.length < rows.length ? `, ${out.join(", ")} sold out` : "";
  const fields = (["price", "salePrice", "cost", "sku", "shelf"] as const).filter(
    (name) => name !== "cost" || withCost,
  );
  const { defaultValue: look } = useProductField(swatchName(color), "goods.change");
  const name = color === NO_CHOICE ? "" : color;
  return (
    <div className="grids">
      <div className="grids__head">
        <h3>
          {name && <span className="grids__swatch" style={{ background: look || undefined }} />}
          {name || "One of a kind"} <span className="dust small">{`${counted(left, "piece")}${soldOut}`}</span>
        </h3>
        {name && (
          <p className="grids__look small">
            Shown as
            <Swatch name={name} />
          </p>
        )}
      </div>
      <table className="t grid" role="table">
        <caption className="vh">{name || "Its one pair"}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader">Size</th>
            {fields.map((field) => (
              <th key={field} role="columnheader" className={faces[field]}>
                {heads[field]}
              </th>
            ))}
            <th role="columnheader" className="n grid__level">
              Stock
            </th>
            <th role="columnheader">Sold</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <PairRow key={row.size} {...row} color={color} fields={fields} withStock={withStock} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

/** How a color looks, as a browser reads it. */
function Swatch({ name }: { name: string }) {
  const { isNew, error, ...field } = useProductField(swatchName(name), "goods.change");
  return (
    <input
      {...field}
      className={isNew ? "input grids__new" : "input"}
      placeholder="#b59a74"
      aria-label={`${name} is shown as`}
      aria-invalid={error ? true : undefined}
      title={error}
      autoComplete="off"
    />
  );
}

interface PairRowProps {
  size: string;
  color: string;
  pair: Pair | undefined;
  fields: PairField[];
  withStock: boolean;
}

const PairRow = ({ size, color, pair, fields, withStock }: PairRowProps) => (
  <tr role="row">
    <th scope="row" role="rowheader">
      {size === NO_CHOICE ? "One" : offeredSize(size)}
    </th>
    {fields.map((field) => (
      <Cell key={field} field={field} pair={pair} />
    ))}
    <td role="cell" className={isOut(pair) ? "n is-none" : "n"} data-label="Stock">
      {pair ? <StockLevel pair={pair} withLink={withStock} /> : <span className="dust">–</span>}
    </td>
    <td role="cell" data-label="Sold">
      {(color !== NO_CHOICE || size !== NO_CHOICE) && <SoldBox size={size} color={color} />}
    </td>
  </tr>
);

const isOut = (pair: Pair | undefined): boolean => pair?.stock === 0;

const heads: Record<PairField, string> = {
  price: "Price $",
  salePrice: "Sale $",
  cost: "Cost $",
  sku: "SKU",
  shelf: "Shelf",
};

const faces: Record<PairField, string | undefined> = {
  price: "n grid__amount",
  salePrice: "n grid__amount",
  cost: "n grid__amount",
  sku: undefined,
  shelf: "grid__shelf",
};

const isAmount = (field: PairField): boolean => pairFields[field].kind === "amount";

/** How many are left, with the way to how it came to that. */
function StockLevel({ pair: { id, stock }, withLink }: { pair: Pair; withLink: boolean }) {
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

function Cell({ field, pair }: { field: PairField; pair: Pair | undefined }) {
  const { values, changed, errors, rights } = useContext(ProductFormContext);
  if (!pair)
    return (
      <td role="cell" className="grid__none">
        <span className="vh">not sold</span>
      </td>
    );
  const name = pairFieldName(pair.id, field);
  const { label, right } = pairFields[field];
  const of = [pair.color, pair.size].filter((word) => word !== NO_CHOICE).join(" ");
  const face = [isAmount(field) && "n", changed.has(name) && "is-new", errors[name] && "has-error"];
  return (
    <td role="cell" className={face.filter(Boolean).join(" ") || undefined} data-label={label}>
      <input
        id={name}
        name={name}
        form={FORM}
        defaultValue={values[name] ?? ""}
        data-column={field}
        inputMode={isAmount(field) ? "decimal" : undefined}
        placeholder={isAmount(field) ? values[field] || "–" : undefined}
        aria-label={of ? `${label} of ${of}` : label}
        aria-invalid={errors[name] ? true : undefined}
        title={errors[name]}
        disabled={!rights.includes(right)}
        autoComplete="off"
      />
    </td>
  );
}

/** Whether a pair is sold; the field before the box says that it was shown. */
function SoldBox({ size, color }: { size: string; color: string }) {
  const name = soldName({ size, color });
  const { defaultValue, disabled } = useProductField(name, "goods.change");
  const of = [color, size].filter((word) => word !== NO_CHOICE).join(" ");
  return (
    <label className="grid__sold">
      {!disabled && <input type="hidden" name={name} value="" form={FORM} />}
      <input
        type="checkbox"
        className="tick__box"
        name={name}
        value="yes"
        form={FORM}
        defaultChecked={defaultValue === "yes"}
        disabled={disabled}
        aria-label={`${of} is sold`}
      />
    </label>
  );
}
