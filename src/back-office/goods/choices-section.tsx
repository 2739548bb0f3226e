import { memo, useContext } from "react";
import { Link } from "react-router";
import { gtinFault } from "~/shop/gtin";
import { NO_CHOICE, offeredSize } from "~/shop/catalog/product";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { listed } from "../count-words";
import { SelectField, TextField } from "../ui/field";
import { gridKeys } from "../ui/grid-keys";
import { Section } from "../ui/section";
import {
  type VariantControl,
  variantControls,
  type VariantField,
  variantFieldName,
  variantFieldNames,
} from "./product-controls";
import { FORM, ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";
import { stockLeftWords } from "./stock-left-words";
import { isOut, StockCell, StockLevel, StockReason } from "./stock-cells";
import { Swatch } from "./color-swatch";
import { gridOf, hasSoldBox, soldName, swatchName } from "./choice-fields";

type Variant = ProductScreen["variants"][number];

/** Section for sizes and colors: the two lists from which the variants follow, and a table of variants for each color. */
export function ChoicesSection({ screen }: { screen: ProductScreen }) {
  const { variants, choices, rights } = screen;
  const { colors, sizes } = gridOf(choices);
  const find = (color: string, size: string) =>
    variants.find((variant) => variant.color === color && variant.size === size);
  return (
    <Section title="Sizes and colors" note="Arrow keys move, a column can be pasted">
      <div className="stack">
        <div className="fields">
          <TextField
            label="Colors"
            labelNote="with commas between"
            rows={2}
            placeholder="Black, Sand"
            {...useProductField("colors")}
          />
          <TextField
            label="Sizes"
            labelNote="with commas between"
            rows={2}
            placeholder="XS, S, M, L, XL"
            {...useProductField("sizes")}
          />
        </div>
        <SizeGuideField guides={screen.sizeGuides} />
        <div className="grids-all" {...gridKeys}>
          {colors.map((color) => (
            <ColorGrid
              key={color}
              color={color}
              guess={screen.guesses[color] ?? null}
              rows={sizes.map((size) => ({ size, variant: find(color, size) }))}
              withCost={rights.includes("goods.cost.read")}
              withStock={rights.includes("stock.read")}
              mayCount={rights.includes("stock.change")}
            />
          ))}
        </div>
        {rights.includes("stock.change") && <StockReason variants={variants} />}
      </div>
    </Section>
  );
}

/** Choice of the product's size guide. */
function SizeGuideField({ guides }: { guides: ProductScreen["sizeGuides"] }) {
  const field = useProductField("sizeGuideId");
  return (
    <SelectField
      label="Size guide"
      {...field}
      note={
        <Link
          className="link"
          to={field.defaultValue ? `/goods/size-guides/${field.defaultValue}` : "/goods/size-guides"}
        >
          {field.defaultValue ? "See or change this guide" : "Make or change guides"}
        </Link>
      }
    >
      <option value="">The tables of the whole shop</option>
      {guides.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface ColorGridProps {
  color: string;
  /** Swatch guessed from the color's name. */
  guess: string | null;
  rows: { size: string; variant: Variant | undefined }[];
  withCost: boolean;
  withStock: boolean;
  mayCount: boolean;
}

/**
 * Table of the variants of one color with prices, stock, SKU and barcode. A variant with an empty price has the product's price.
 */
const ColorGrid = memo(function ColorGrid({ color, guess, rows, withCost, withStock, mayCount }: ColorGridProps) {
  const out = rows.filter(({ variant }) => isOut(variant)).map(({ size }) => offeredSize(size));
  const soldOut = out.length > 0 && out.length < rows.length ? `, ${out.join(", ")} sold out` : "";
  const fields = variantFieldNames.filter((name) => name !== "cost" || withCost);
  const { defaultValue: look } = useProductField(swatchName(color));
  const name = color === NO_CHOICE ? "" : color;
  const isOne = rows.every(({ size }) => size === NO_CHOICE);
  return (
    <div className="grids">
      <div className="grids__head">
        <h3>
          {name && <span className="grids__swatch" style={{ background: look || undefined }} />}
          {name || (isOne ? "One size, one color" : "Every size")}{" "}
          <span className="dust small">{`${stockLeftWords(rows.flatMap(({ variant }) => variant ?? []))}${soldOut}`}</span>
        </h3>
        {name && (
          <div className="grids__look small">
            {look !== "" && look === guess ? "Color by its name" : "Color on the page"}
            <Swatch name={name} guess={guess} />
          </div>
        )}
        <label className="grids__all tick small">
          <input type="checkbox" className="tick__box" />
          {seldomWords(fields)}
          {name && <span className="vh"> of {name}</span>}
        </label>
      </div>
      <table className="t grid" role="table">
        <caption className="vh">{name || (isOne ? "Its one size and color" : "Its sizes")}</caption>
        <GridHead fields={fields} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <VariantRow
              key={row.size}
              {...row}
              color={color}
              fields={fields}
              withStock={withStock}
              mayCount={mayCount}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const GridHead = ({ fields }: { fields: VariantField[] }) => (
  <thead role="rowgroup">
    <tr role="row">
      <th role="columnheader">Size</th>
      {fields.map((field) => (
        <th
          key={field}
          role="columnheader"
          className={joined(controlOf(field).className, isSeldom(field) && "grid__seldom")}
        >
          {controlOf(field).head}
        </th>
      ))}
      <th role="columnheader" className="n grid__level">
        Stock
      </th>
      <th role="columnheader" className="grid__offered">
        Offered
      </th>
    </tr>
  </thead>
);

interface VariantRowProps {
  size: string;
  color: string;
  variant: Variant | undefined;
  fields: VariantField[];
  withStock: boolean;
  mayCount: boolean;
}

const VariantRow = ({ size, color, variant, fields, withStock, mayCount }: VariantRowProps) => (
  <tr role="row">
    <th scope="row" role="rowheader">
      {size === NO_CHOICE ? "One" : offeredSize(size)}
    </th>
    {fields.map((field) => (
      <Cell key={field} field={field} variant={variant} />
    ))}
    {variant && mayCount && variant.stock !== null ? (
      <StockCell variant={variant} stock={variant.stock} />
    ) : (
      <td role="cell" className={isOut(variant) ? "n is-none" : "n"} data-label="Stock">
        {variant ? <StockLevel variant={variant} withLink={withStock} /> : <span className="dust">–</span>}
      </td>
    )}
    <td role="cell" data-label="Offered">
      {hasSoldBox({ size, color }) && <SoldBox size={size} color={color} />}
    </td>
  </tr>
);

const controlOf = (field: VariantField): VariantControl => variantControls[field];

/** Names of the fields that a phone collapses, such as "Sale, cost, SKU, barcode and shelf". */
const seldomWords = (fields: VariantField[]): string => {
  const [first = "", ...others] = fields.filter(isSeldom).map((field) => controlOf(field).head.replace(/ \$$/, ""));
  return listed([first, ...others.map((head) => (/^[A-Z]{2}/.test(head) ? head : head.toLowerCase()))]);
};

/** Whether a phone collapses the field. */
const isSeldom = (field: VariantField): boolean => field !== "price";

const joined = (...faces: (string | false | undefined)[]): string | undefined =>
  faces.filter(Boolean).join(" ") || undefined;

const isAmount = (field: VariantField): boolean => controlOf(field).as === "amount";

function Cell({ field, variant }: { field: VariantField; variant: Variant | undefined }) {
  const { values, changed, errors, mayChange } = useContext(ProductFormContext);
  if (!variant)
    return (
      <td role="cell" className={joined("grid__none", isSeldom(field) && "grid__seldom")}>
        <span className="vh">not offered</span>
      </td>
    );
  const name = variantFieldName(variant.id, field);
  const { label, isDigits } = controlOf(field);
  const of = choiceName(variant.size, variant.color);
  const fault = field === "barcode" ? gtinFault(values[name] ?? "") : undefined;
  const face = [
    isAmount(field) && "n",
    isSeldom(field) && "grid__seldom",
    changed.has(name) && "is-new",
    errors[name] && "has-error",
  ];
  return (
    <td role="cell" className={joined(...face)} data-label={label}>
      <input
        id={name}
        name={name}
        form={FORM}
        defaultValue={values[name] ?? ""}
        data-column={field}
        inputMode={isAmount(field) ? "decimal" : isDigits ? "numeric" : undefined}
        placeholder={isAmount(field) ? values[field] || "–" : undefined}
        aria-label={of ? `${label} of ${of}` : label}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={fault && `${name}-note`}
        title={errors[name]}
        disabled={!mayChange(name)}
        autoComplete="off"
      />
      {fault && (
        <span className="small dust" id={`${name}-note`}>
          not for Google<span className="vh">: {fault}</span>
        </span>
      )}
    </td>
  );
}

/** Checkbox "sold" of a variant, with a hidden field that marks its presence, because unticked boxes are not sent. */
function SoldBox({ size, color }: { size: string; color: string }) {
  const name = soldName({ size, color });
  const { defaultValue, disabled } = useProductField(name);
  const of = choiceName(size, color);
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
        aria-label={`${of} is offered`}
      />
    </label>
  );
}
