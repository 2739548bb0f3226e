import type { ReactNode } from "react";
import { Unbroken } from "~/ui/unbroken";
import { shownColor, shownSize } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { lineTotal, type Line } from "./bag";
import { LinePicture } from "./line-picture";

/** A line in short, as an item of a `.mini` list; `children` are notes below its choice. */
export function MiniLine({ line, children }: { line: Line; children?: ReactNode }) {
  return (
    <li>
      <span className="plate">
        <LinePicture line={line} />
      </span>
      <div>
        <b>
          <Unbroken>{line.name}</Unbroken>
        </b>
        <span>
          {shownColor(line.color)} / {shownSize(line.size)} / {line.quantity}
        </span>
        {children}
      </div>
      <span className="price">{formatCents(lineTotal(line))}</span>
    </li>
  );
}
