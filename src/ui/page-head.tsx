import type { ReactNode } from "react";

/** A page's name, large, before contour lines; below it one sentence. */
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
