import type { PlateRow } from "./data-plate-rows";

/** Rows about a product, styled like the data plate on a motorcycle's frame. */
export function DataPlate({ rows }: { rows: PlateRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="vin">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
