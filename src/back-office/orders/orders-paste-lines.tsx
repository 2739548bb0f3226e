import { State } from "../ui/state";
import type { PasteLine } from "./orders-paste.server";

const signs = { ready: "", again: "Done before", sent: "Left now", wrong: "" };

/** List of results of the pasted lines, in their order; errors have a reason and a suggestion. */
export const PasteLines = ({ lines }: { lines: PasteLine[] }) => (
  <table className="t paste__lines" aria-label="What will happen">
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Shopper</th>
        <th scope="col" className="n">
          Pieces
        </th>
        <th scope="col">Carrier</th>
        <th scope="col">Tracking</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) =>
        line.sign === "wrong" ? (
          <Wrong key={`${line.line} ${line.order} ${line.sign}`} line={line} />
        ) : (
          <Right key={`${line.line} ${line.order} ${line.sign}`} line={line} />
        ),
      )}
    </tbody>
  </table>
);

const Right = ({
  line: { line, order, shopper, pieces, carrier, tracking, sign, why, warning },
}: {
  line: PasteLine;
}) => (
  <>
    <tr>
      <td>{order}</td>
      <td className="cut paste__shopper">{shopper}</td>
      <td className="n">{sign === "ready" ? pieces : signs[sign]}</td>
      <td>{carrier}</td>
      <td className="dust" title={why || undefined}>
        {tracking}
      </td>
    </tr>
    {warning && (
      <tr>
        <td colSpan={5} className="paste__doubt">
          <State sign="waits">
            Line {line}: {warning} It ships as it stands.
          </State>
        </td>
      </tr>
    )}
  </>
);

const Wrong = ({ line: { line, why, fix } }: { line: PasteLine }) => (
  <tr className="is-wrong">
    <td colSpan={5}>
      <p className="field__error">
        Line {line}: {why}{" "}
        {fix && (
          <button className="link" name="fix" value={fix.value}>
            Did you mean {fix.words}?
          </button>
        )}
      </p>
    </td>
  </tr>
);
