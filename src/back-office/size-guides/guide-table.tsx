import type { FormParts } from "../forms/workshop-form";
import { gridKeys } from "../ui/grid-keys";
import { extent, measureName, roomFor, sizeName, valueName } from "./guide-form";

interface GuideTableProps extends Pick<FormParts, "field" | "values"> {
  disabled: boolean;
}

/** Table with a size guide's fields: a row for each size and a column for each measure, with empty ones at the end. */
export function GuideTable({ field, values, disabled }: GuideTableProps) {
  const there = extent(values);
  const columns = Array.from({ length: roomFor("measures", there.measures) }, (_, column) => column);
  const rows = Array.from({ length: roomFor("sizes", there.sizes) }, (_, row) => row);
  const cell = (name: string, label: string, column: string) => (
    <Cell {...field(name)} label={label} column={column} disabled={disabled} />
  );
  const nameOf = (name: string, otherwise: string) => values[name] || otherwise;
  return (
    <div className="bulk" tabIndex={0} role="group" aria-label="Sizes and measures">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className="t bulk__grid guide" {...gridKeys}>
        <thead>
          <tr>
            <th scope="col">Size</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {cell(measureName(column), `Measure ${column + 1}`, String(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{cell(sizeName(row), `Size ${row + 1}`, "size")}</th>
              {columns.map((column) => (
                <td key={column}>
                  {cell(
                    valueName(row, column),
                    `${nameOf(measureName(column), `Measure ${column + 1}`)} of ${nameOf(sizeName(row), `size ${row + 1}`)}`,
                    String(column),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps extends ReturnType<FormParts["field"]> {
  label: string;
  column: string;
  disabled: boolean;
}

const Cell = ({ id, name, label, column, defaultValue, error, disabled }: CellProps) => (
  <>
    <input
      className={error ? "bulk__cell guide__cell has-error" : "bulk__cell guide__cell"}
      id={id}
      name={name}
      data-column={column}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      autoComplete="off"
      defaultValue={defaultValue}
      disabled={disabled}
    />
    {error && (
      <span className="bulk__error" id={`${id}-error`}>
        {error}
      </span>
    )}
  </>
);
