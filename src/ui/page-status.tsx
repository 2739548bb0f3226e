import type { ReactNode } from "react";

/** Words in the middle of a page that is still to come; read aloud when they appear. */
export function PageStatus({ children }: { children: ReactNode }) {
  return (
    <p className="page-status sign" role="status">
      {children}
    </p>
  );
}
