import type { ReactNode } from "react";

/** Head of a page: its title in large type over contour lines, and one sentence. */
export function PageHead({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <header className="phead topo">
      <div className="wide">
        <h1>{title}</h1>
        {lead && <p className="phead__lead">{lead}</p>}
      </div>
    </header>
  );
}
