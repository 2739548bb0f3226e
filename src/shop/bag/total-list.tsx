import type { ReactNode } from "react";
import type { TotalRow } from "./total-rows";

/** Rows of a total as a description list; `children` follow the total. */
export function TotalList({ rows, children }: { rows: TotalRow[]; children?: ReactNode }) {
  return (
    <dl>
      {rows.map(({ key, label, amount }) => (
        <div key={key} className={key === "total" ? "total" : undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
