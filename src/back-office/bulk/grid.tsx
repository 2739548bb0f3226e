import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { choiceName } from "~/shop/catalog/stock/pair-name";
import { formatAmount } from "../goods/parse-amount";
import { gridKeys } from "../ui/grid-keys";
import { cellName, cellText, type Column } from "./grid-cells";

interface GridProps {
  rows: BulkRow[];
  showsCost: boolean;
  /** What stays typed in cells that were not saved, and why. */
  typed: Record<string, string>;
  errors: Record<string, string>;
}

const NAMES: Record<Column, string> = { price: "Price", salePrice: "Sale price", cost: "Cost", stock: "To sell" };

/** The grid: a field a cell; arrows and Enter move, a pasted column fills the cells below. */
export function Grid({ rows, showsCost, typed, errors }: GridProps) {
  const columns = (["price", "salePrice", "cost", "stock"] as const).filter((name) => name !== "cost" || showsCost);
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
                  <Cell row={row} column={column} typed={typed} errors={errors} />
                </td>
              ))}
              <td role="cell" className="bulk__last" data-label="Status">
                {rows[index - 1]?.productId !== row.productId && <Status row={row} typed={typed} errors={errors} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  row: BulkRow;
  typed: Record<string, string>;
  errors: Record<string, string>;
}

function Cell({ row, column, typed, errors }: CellProps & { column: Column }) {
  const name = cellName(column, row.variantId);
  const error = errors[name];
  return (
    <>
      <input
        className={error ? "bulk__cell has-error" : "bulk__cell"}
        name={name}
        data-column={column}
        aria-label={`${NAMES[column]}: ${row.name}, ${choiceName(row.size, row.color)}`}
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

/** What counts where the cell is empty. */
function placeholderOf(row: BulkRow, column: Column): string {
  if (column === "price") return formatAmount(row.productPrice);
  if (column === "salePrice") return formatAmount(row.productSalePrice || null);
  return column === "stock" ? "no limit" : "";
}

function Status({ row, typed, errors }: CellProps) {
  const name = cellName("status", row.productId);
  const error = errors[name];
  return (
    <>
      <input type="hidden" name={`pv:${row.productId}`} value={row.productVersion} />
      <select
        className="bulk__status"
        name={name}
        aria-label={`Status: ${row.name}`}
        aria-invalid={error ? true : undefined}
        defaultValue={typed[name] ?? row.status}
      >
        <option value="published">On the shop</option>
        <option value="draft">Draft</option>
        <option value="archived">Put away</option>
      </select>
      {error && <span className="bulk__error">{error}</span>}
    </>
  );
}
