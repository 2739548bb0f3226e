import type { ReactNode } from "react";

/** Words in the middle of a page that is still to come; read aloud when they appear. */
export function PageStatus({ children }: { children: ReactNode }) {
  return <output className="page-status sign">{children}</output>;
}
