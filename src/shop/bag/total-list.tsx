import type { ReactNode } from "react";
import type { TotalRow } from "./total-rows";

/** The rows of a total as a description list; what follows the total comes as `children`. */
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
