import { Fragment } from "react";
import { counted } from "../count-words";
import { State } from "../ui/state";
import type { PasteLine } from "./orders-paste.server";

const signs = { ready: "", again: "Done before", sent: "Left now", wrong: "" };

/** Lines that cannot be shipped, each with its reason and a suggestion, then lines that ship but should be looked at again. */
export function PasteStops({ lines }: { lines: PasteLine[] }) {
  const wrong = lines.filter(({ sign }) => sign === "wrong");
  const doubted = lines.filter(({ warning }) => warning !== "");
  if (wrong.length + doubted.length === 0) return null;
  return (
    <div className="paste__first">
      {wrong.length > 0 && (
        <section className="paste__stops" aria-labelledby="stops">
          <h2 id="stops">{counted(wrong.length, "line stops", "lines stop")}</h2>
          <ul>
            {wrong.map(({ line, text, why, fix }) => (
              <li key={line}>
                <p>
                  <b>Line {line}:</b> {why}{" "}
                  {fix && (
                    <button className="link" name="fix" value={fix.value}>
                      Did you mean {fix.words}?
                    </button>
                  )}
                </p>
                {!why.includes(text) && <p className="paste__text">{text}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {doubted.map(({ line, warning }) => (
        <p key={line}>
          <State sign="waits">
            Line {line}: {warning} It ships as it stands.
          </State>
        </p>
      ))}
    </div>
  );
}

/** Heads of the columns of numbers. */
const NUMBERS = new Set(["Line", "Pieces"]);

/** Table of results: a row for each line of the field, beside it; once lines were sent, those first. */
export const PasteLines = ({ lines, isBeside }: { lines: PasteLine[]; isBeside: boolean }) => (
  <table className="t paste__lines" role="table" aria-label="What will happen">
    <thead role="rowgroup">
      <tr role="row">
        {["Line", "Order", "Shopper", "Pieces", "Carrier", "Tracking"].map((head) => (
          <th key={head} scope="col" role="columnheader" className={NUMBERS.has(head) ? "n" : undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {lines.map((line, i) => (
        <Fragment key={`${line.line} ${line.order} ${line.sign}`}>
          {isBeside && <EmptyLines count={line.line - (lines[i - 1]?.line ?? 0) - 1} />}
          <Line line={line} />
        </Fragment>
      ))}
    </tbody>
  </table>
);

/** Rows for empty lines of the field, so that the next result stands beside its line. */
const EmptyLines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => (
    <tr key={place} role="row" className="paste__empty">
      <td role="cell" colSpan={6}>
        Empty
      </td>
    </tr>
  ));

const Line = ({
  line: { line, order, shopper, pieces, carrier, tracking, sign, why, warning },
}: {
  line: PasteLine;
}) =>
  sign === "wrong" ? (
    <tr role="row" className="is-wrong">
      <td role="cell" className="n">
        {line}
      </td>
      <td role="cell" colSpan={5}>
        <State sign="waits">{order ? `${order} stops` : "Stops"}</State>
      </td>
    </tr>
  ) : (
    <tr role="row">
      <td role="cell" className="n">
        {line}
      </td>
      <td role="cell">{order}</td>
      <td role="cell" className="cut paste__shopper">
        {shopper}
      </td>
      <td role="cell" className="n">
        {sign === "ready" ? pieces : signs[sign]}
      </td>
      <td role="cell">{carrier}</td>
      <td role="cell" className="dust paste__number" title={why || undefined}>
        {warning ? <State sign="waits">{tracking}</State> : tracking}
      </td>
    </tr>
  );
