import { memo, useContext, useRef } from "react";
import { Link } from "react-router";
import { NO_CHOICE, offeredSize } from "~/shop/catalog/product";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { useHydrated } from "~/ui/use-hydrated";
import { SelectField, TextField } from "../ui/field";
import { gridKeys } from "../ui/grid-keys";
import { Section } from "../ui/section";
import { type VariantField, variantFieldName, variantFields } from "./product-fields";
import { FORM, ProductFormContext, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";
import { leftWords } from "./left-words";
import { isOut, StockCell, StockLevel, StockReason } from "./stock-cells";
import { gridOf, hasSoldBox, soldName, swatchName } from "./choice-fields";

type Variant = ProductScreen["variants"][number];

/** Sizes and colors: the two lists that make the variants, and one table a color. */
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
        <SizeGuideField guides={screen.sizeGuides} />
        <div {...gridKeys}>
          {colors.map((color) => (
            <ColorGrid
              key={color}
              color={color}
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

/** Which table of sizes the product's page shows. */
function SizeGuideField({ guides }: { guides: ProductScreen["sizeGuides"] }) {
  const field = useProductField("sizeGuideId", "goods.change");
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
  rows: { size: string; variant: Variant | undefined }[];
  withCost: boolean;
  withStock: boolean;
  mayCount: boolean;
}

/** The variants of one color: what each costs, how many are left, what it is called. Empty prices are those of the product. */
const ColorGrid = memo(function ColorGrid({ color, rows, withCost, withStock, mayCount }: ColorGridProps) {
  const out = rows.filter(({ variant }) => isOut(variant)).map(({ size }) => offeredSize(size));
  const soldOut = out.length > 0 && out.length < rows.length ? `, ${out.join(", ")} sold out` : "";
  const fields = (["price", "salePrice", "cost", "sku", "barcode", "shelf"] as const).filter(
    (name) => name !== "cost" || withCost,
  );
  const { defaultValue: look } = useProductField(swatchName(color), "goods.change");
  const name = color === NO_CHOICE ? "" : color;
  const isOne = rows.every(({ size }) => size === NO_CHOICE);
  return (
    <div className="grids">
      <div className="grids__head">
        <h3>
          {name && <span className="grids__swatch" style={{ background: look || undefined }} />}
          {name || (isOne ? "One size, one color" : "Every size")}{" "}
          <span className="dust small">{`${leftWords(rows.flatMap(({ variant }) => variant ?? []))}${soldOut}`}</span>
        </h3>
        {name && (
          <div className="grids__look small">
            Color on the page
            <Swatch name={name} />
          </div>
        )}
      </div>
      <table className="t grid" role="table">
        <caption className="vh">{name || (isOne ? "Its one size and color" : "Its sizes")}</caption>
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
            <th role="columnheader">Offered</th>
          </tr>
        </thead>
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

/** How a color looks, as a browser reads it. */
function Swatch({ name }: { name: string }) {
  const { isNew, error, ...field } = useProductField(swatchName(name), "goods.change");
  const text = useRef<HTMLInputElement>(null);
  const isReady = useHydrated();
  const errorId = `${field.id}-error`;
  return (
    <span className="grids__color">
      <input
        {...field}
        ref={text}
        className={isNew ? "input grids__new" : "input grids__text"}
        placeholder="#b59a74"
        aria-label={`${name}: color on the page, a code or a name`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        autoComplete="off"
      />
      {isReady && !field.disabled && (
        <input
          type="color"
          className="grids__pick"
          aria-label={`${name}: choose the color on the page`}
          defaultValue={/^#[\da-f]{6}$/i.test(field.defaultValue) ? field.defaultValue : "#808080"}
          onChange={({ currentTarget }) => {
            if (!text.current) return;
            text.current.value = currentTarget.value;
            text.current.dispatchEvent(new Event("input", { bubbles: true }));
          }}
        />
      )}
      {error && (
        <span className="grids__wrong">
          <span className="field__error" id={errorId}>
            {error}
          </span>
        </span>
      )}
    </span>
  );
}

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

const heads: Record<VariantField, string> = {
  price: "Price $",
  salePrice: "Sale $",
  cost: "Cost $",
  sku: "SKU",
  barcode: "Barcode",
  shelf: "Shelf",
};

const faces: Record<VariantField, string | undefined> = {
  price: "n grid__amount",
  salePrice: "n grid__amount",
  cost: "n grid__amount",
  sku: undefined,
  barcode: "grid__barcode",
  shelf: "grid__shelf",
};

const isAmount = (field: VariantField): boolean => variantFields[field].kind === "amount";

function Cell({ field, variant }: { field: VariantField; variant: Variant | undefined }) {
  const { values, changed, errors, rights } = useContext(ProductFormContext);
  if (!variant)
    return (
      <td role="cell" className="grid__none">
        <span className="vh">not offered</span>
      </td>
    );
  const name = variantFieldName(variant.id, field);
  const { label, right } = variantFields[field];
  const of = choiceName(variant.size, variant.color);
  const face = [isAmount(field) && "n", changed.has(name) && "is-new", errors[name] && "has-error"];
  return (
    <td role="cell" className={face.filter(Boolean).join(" ") || undefined} data-label={label}>
      <input
        id={name}
        name={name}
        form={FORM}
        defaultValue={values[name] ?? ""}
        data-column={field}
        inputMode={isAmount(field) ? "decimal" : field === "barcode" ? "numeric" : undefined}
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

/** Whether a variant is sold; the field before the box says that it was shown. */
function SoldBox({ size, color }: { size: string; color: string }) {
  const name = soldName({ size, color });
  const { defaultValue, disabled } = useProductField(name, "goods.change");
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
