import type { ReactNode } from "react";
import type { TotalRow } from "./total-rows";

interface TotalListProps {
  rows: TotalRow[];
  /** Whether the shop still computes the total: its place is kept, without the amount. */
  isBusy?: boolean | undefined;
  children?: ReactNode;
}

/** Rows of a total as a description list; `children` follow the total. */
export function TotalList({ rows, isBusy, children }: TotalListProps) {
  return (
    <dl aria-busy={isBusy}>
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
