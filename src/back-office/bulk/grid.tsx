import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { formatAmount } from "../goods/parse-amount";
import { gridKeys } from "../ui/grid-keys";
import { cellName, cellText, type Column } from "./grid-cells";

interface GridProps {
  rows: BulkRow[];
  showsCost: boolean;
  /** Typed text of cells that were not saved, by field name. */
  typed: Record<string, string>;
  error(name: string): string | undefined;
}

const NAMES: Record<Column, string> = { price: "Price", salePrice: "Sale price", cost: "Cost", stock: "To sell" };

const COLUMNS = ["price", "salePrice", "cost", "stock"] as const;

/** Grid of prices and stock, one input a cell. Arrow keys and Enter move the focus; a pasted column fills the cells below. */
export function Grid({ rows, showsCost, typed, error }: GridProps) {
  const columns = COLUMNS.filter((name) => name !== "cost" || showsCost);
  return (
    <div className="bulk">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className="t bulk__grid bulk__grid--cards" role="table" {...gridKeys}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Product, color, size
            </th>
            {columns.map((name) => (
              <th scope="col" role="columnheader" key={name} className="n">
                {NAMES[name]}
              </th>
            ))}
            <th scope="col" role="columnheader">
              Status
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr role="row" key={row.variantId}>
              <th scope="row" role="rowheader">
                {row.name}
                <span className="sub">{[choiceName(row.size, row.color), row.sku].filter(Boolean).join(". ")}</span>
                <input type="hidden" name={`v:${row.variantId}`} value={row.version} />
                <input type="hidden" name={cellName("shown", row.variantId)} value={cellText(row, "stock")} />
              </th>
              {columns.map((column) => (
                <td role="cell" className="n" data-label={NAMES[column]} key={column}>
                  <Cell row={row} column={column} typed={typed} error={error} />
                </td>
              ))}
              <td role="cell" className="bulk__last" data-label="Status">
                {rows[index - 1]?.productId !== row.productId && <Status row={row} typed={typed} error={error} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Label of a cell in the messages above the grid; undefined for an unknown variant. */
export const cellLabel = (rows: BulkRow[], name: string): string | undefined => {
  for (const row of rows) {
    for (const column of COLUMNS)
      if (cellName(column, row.variantId) === name) return `${NAMES[column]}: ${cellOf(row)}`;
    if (cellName("status", row.productId) === name) return `Status: ${row.name}`;
  }
  return undefined;
};

const cellOf = ({ name, size, color }: BulkRow): string => `${name}, ${choiceName(size, color)}`;

interface CellProps extends Pick<GridProps, "typed" | "error"> {
  row: BulkRow;
}

function Cell({ row, column, typed, error: wrong }: CellProps & { column: Column }) {
  const name = cellName(column, row.variantId);
  const error = wrong(name);
  return (
    <>
      <input
        className={error ? "bulk__cell has-error" : "bulk__cell"}
        id={name}
        name={name}
        data-column={column}
        aria-label={`${NAMES[column]}: ${cellOf(row)}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        inputMode={column === "stock" ? "numeric" : "decimal"}
        autoComplete="off"
        defaultValue={typed[name] ?? cellText(row, column)}
        placeholder={placeholderOf(row, column)}
      />
      {error && (
        <span className="bulk__error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </>
  );
}

/** Placeholder of an empty cell: for prices and costs those of the product, which apply to the variant; for stock "no limit". */
function placeholderOf(row: BulkRow, column: Column): string {
  if (column === "price") return formatAmount(row.productPrice);
  if (column === "salePrice") return formatAmount(row.productSalePrice || null);
  return column === "stock" ? "no limit" : formatAmount(row.productCost);
}

function Status({ row, typed, error: wrong }: CellProps) {
  const name = cellName("status", row.productId);
  const error = wrong(name);
  return (
    <>
      <input type="hidden" name={`pv:${row.productId}`} value={row.productVersion} />
      <select
        className="bulk__status"
        id={name}
        name={name}
        aria-label={`Status: ${row.name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        defaultValue={typed[name] ?? row.status}
      >
        <option value="published">On the shop</option>
        <option value="draft">Draft</option>
        <option value="archived">Put away</option>
      </select>
      {error && (
        <span className="bulk__error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </>
  );
}
