import type { ReactNode } from "react";
import { shownColor, shownSize } from "~/shop/catalog/product";
import type { Line } from "./bag";

/** A line's color and size with labels; `children` are further rows. */
export function LineChoice({ line, children }: { line: Pick<Line, "color" | "size">; children?: ReactNode }) {
  return (
    <dl className="facts">
      <div>
        <dt>Colour</dt> <dd>{shownColor(line.color)}</dd>
      </div>
      <div>
        <dt>Size</dt> <dd>{shownSize(line.size)}</dd>
      </div>
      {children}
    </dl>
  );
}
