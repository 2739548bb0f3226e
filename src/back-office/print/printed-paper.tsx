import { type ReactNode } from "react";
import { KindMark } from "../ui/kind-mark";
import type { LabelPaper, PickListPaper, ReturnSlipPaper, Paper, SlipPaper, Thing } from "./paper";

/** Bar code of a number. Inserting its SVG as HTML is safe, because the server draws it and it contains no typed text. */
const BarCode = ({ code, number }: { code: string; number: string }) => (
  <div
    className="bar-code"
    role="img"
    aria-label={`Bar code of ${number}`}
    dangerouslySetInnerHTML={{ __html: code }}
  />
);

/** Words across a paper that must not leave the shop as it is; renders nothing for an empty text. */
const Hold = ({ children }: { children: string }) =>
  children && (
    <p className="paper__hold">
      <strong>Hold</strong> {children}
    </p>
  );

/** A paper, for the screen and for print. */
export function PrintedPaper({ paper }: { paper: Paper }) {
  if (paper.kind === "slip") return <Slip {...paper} />;
  if (paper.kind === "label") return <Label {...paper} />;
  if (paper.kind === "return") return <ReturnSlip {...paper} />;
  return <PickList {...paper} />;
}

const Slip = ({ from, ordered, pieces, things, totals, notes, ...paper }: SlipPaper) => (
  <Letter
    {...paper}
    rows={
      <>
        <Row name="Ordered">{ordered}</Row>
        <Row name="Pieces in this box">{pieces}</Row>
        <Row name="From">
          <Lines of={from} />
        </Row>
      </>
    }
  >
    <Things things={things} />
    {totals.length > 0 && (
      <dl className="paper__totals" aria-label="What the order came to">
        {totals.map(({ key, label, amount }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    )}
    {notes.map((note) => (
      <p className="paper__note" key={note}>
        {note}
      </p>
    ))}
  </Letter>
);

const Label = ({ number, mark, code, from, to, hold, isLong, parcel, pieces }: LabelPaper) => (
  <article className="paper paper--label" aria-label={`Label, ${number}, ${parcel}`}>
    <Hold>{hold}</Hold>
    <div>
      <span className="paper__small">From</span>
      <br />
      {from}
    </div>
    <div className={isLong ? "paper__address is-long" : "paper__address"}>
      <Lines of={to} />
    </div>
    <div>
      <BarCode code={code} number={number} />
      <div className="paper__under">
        <span className="paper__number">
          {number}
          <KindMark>{mark}</KindMark>
        </span>
        <span className="paper__end">
          {parcel}
          <br />
          {pieces}
        </span>
      </div>
    </div>
  </article>
);

const ReturnSlip = ({ from, things, reasons, ...paper }: ReturnSlipPaper) => (
  <Letter
    {...paper}
    rows={
      <Row name="From">
        <Lines of={from} />
      </Row>
    }
  >
    <Things things={things} why={things.map(({ why }) => why)} />
    {reasons.length > 0 && (
      <ul className="paper__reasons">
        {reasons.map((reason) => (
          <li key={reason}>
            <Box /> {reason}
          </li>
        ))}
      </ul>
    )}
  </Letter>
);

interface LetterProps
  extends Pick<SlipPaper, "number" | "mark" | "code" | "title" | "to" | "foot">, Partial<Pick<SlipPaper, "hold">> {
  /** Rows that are printed beside the address. */
  rows: ReactNode;
  children: ReactNode;
}

/** Frame of a slip for the inside of a parcel: number, title, bar code, address of the recipient, and the last sentence. */
const Letter = ({ number, mark, code, title, to, foot, hold = "", rows, children }: LetterProps) => (
  <article className="paper paper--letter" aria-label={`${title}, ${number}`}>
    <div className="paper__head">
      <div>
        <h2 className="paper__title">
          {number}
          <KindMark>{mark}</KindMark>
        </h2>
        <p>{title}</p>
      </div>
      <BarCode code={code} number={number} />
    </div>
    <Hold>{hold}</Hold>
    <dl className="paper__facts">
      <Row name="Goes to">
        <Lines of={to} strong />
      </Row>
      {rows}
    </dl>
    {children}
    <p className="paper__foot">{foot}</p>
  </article>
);

const PickList = ({ title, date, ends, lines }: PickListPaper) => (
  <article className="paper paper--letter" aria-label={`Pick list, ${title}`}>
    <div className="paper__head">
      <div>
        <h2 className="paper__title">Pick list</h2>
        <p>
          {title}, {date}
        </p>
      </div>
    </div>
    <table className="paper__table">
      <thead>
        <tr>
          <Column hidden>Taken</Column>
          <Column>Shelf</Column>
          <Column>What</Column>
          <Column>SKU</Column>
          <Column numeric>Pieces</Column>
          <Column>For</Column>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ shelf, orders, ...thing }) => (
          <tr key={thing.id}>
            <td className="paper__tick">
              <Box />
            </td>
            <td className="paper__shelf">{shelf || "No shelf"}</td>
            <td>
              <What {...thing} />
            </td>
            <td>{thing.sku}</td>
            <td className="paper__pieces">{thing.pieces}</td>
            {/* Marks of an order have commas. */}
            <td className="paper__orders">{orders.join("; ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {ends && <p>{ends}</p>}
  </article>
);

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Lines = ({ of, strong = false }: { of: string[]; strong?: boolean }) =>
  of.map((line, index) => (
    <span className="paper__line" key={line + index}>
      {strong && index === 0 ? <b>{line}</b> : line}
    </span>
  ));

const Things = ({ things, why }: { things: Thing[]; why?: string[] }) => (
  <table className="paper__table">
    <thead>
      <tr>
        <Column hidden>Ticked</Column>
        <Column>What</Column>
        <Column>SKU</Column>
        {why && <Column>Why</Column>}
        <Column numeric>Pieces</Column>
      </tr>
    </thead>
    <tbody>
      {things.map((thing, index) => (
        <tr key={thing.id}>
          <td className="paper__tick">
            <Box />
          </td>
          <td>
            <What {...thing} />
          </td>
          <td>{thing.sku}</td>
          {why && <td>{why[index]}</td>}
          <td className="paper__pieces">{thing.pieces}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const What = ({ name, choice }: Pick<Thing, "name" | "choice">) => (
  <>
    <b>{name}</b>
    {choice && <span className="paper__line">{choice}</span>}
  </>
);

interface ColumnProps {
  children: string;
  hidden?: boolean;
  numeric?: boolean;
}

const Column = ({ children, hidden = false, numeric = false }: ColumnProps) => (
  <th scope="col" className={numeric ? "paper__pieces" : undefined}>
    {hidden ? <span className="vh">{children}</span> : children}
  </th>
);

/** Empty box to tick by hand. */
const Box = () => <span className="paper__box" aria-hidden="true" />;
