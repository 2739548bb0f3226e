import { type ReactNode } from "react";
import { KindMark } from "../ui/kind-mark";
import { BarCode } from "./bar-code";
import type { LabelSheet, PickSheet, ReturnSheet, Sheet, SlipSheet, Thing } from "./sheets";

/** One sheet, as the paper it is printed on. */
export function Leaf({ sheet }: { sheet: Sheet }) {
  if (sheet.paper === "slip") return <Slip {...sheet} />;
  if (sheet.paper === "label") return <Label {...sheet} />;
  if (sheet.paper === "return") return <ReturnSlip {...sheet} />;
  return <PickList {...sheet} />;
}

const Slip = ({ number, mark, code, title, to, from, ordered, pieces, things, notes, foot }: SlipSheet) => (
  <article className="leaf leaf--letter" aria-label={`${title}, ${number}`}>
    <LeafHead number={number} mark={mark} code={code} title={title} />
    <dl className="leaf__facts">
      <Fact name="Goes to">
        <Lines of={to} strong />
      </Fact>
      <Fact name="Ordered">{ordered}</Fact>
      <Fact name="Pieces in this box">{pieces}</Fact>
      <Fact name="From">
        <Lines of={from} />
      </Fact>
    </dl>
    <Things things={things} />
    {notes.map((note) => (
      <p className="leaf__note" key={note}>
        {note}
      </p>
    ))}
    <p className="leaf__foot">{foot}</p>
  </article>
);

const Label = ({ number, mark, code, from, to, isLong, parcel, pieces }: LabelSheet) => (
  <article className="leaf leaf--label" aria-label={`Label, ${number}, ${parcel}`}>
    <div>
      <span className="leaf__small">From</span>
      <br />
      {from}
    </div>
    <div className={isLong ? "leaf__address is-long" : "leaf__address"}>
      <Lines of={to} />
    </div>
    <div>
      <BarCode code={code} number={number} />
      <div className="leaf__under">
        <span className="leaf__number">
          {number}
          <KindMark>{mark}</KindMark>
        </span>
        <span className="leaf__end">
          {parcel}
          <br />
          {pieces}
        </span>
      </div>
    </div>
  </article>
);

const ReturnSlip = ({ number, mark, code, title, from, to, things, reasons, foot }: ReturnSheet) => (
  <article className="leaf leaf--letter" aria-label={`${title}, ${number}`}>
    <LeafHead number={number} mark={mark} code={code} title={title} />
    <dl className="leaf__facts">
      <Fact name="Goes to">
        <Lines of={to} strong />
      </Fact>
      <Fact name="From">
        <Lines of={from} />
      </Fact>
    </dl>
    <Things things={things} why={things.map(({ why }) => why)} />
    {reasons.length > 0 && (
      <ul className="leaf__reasons">
        {reasons.map((reason) => (
          <li key={reason}>
            <Box /> {reason}
          </li>
        ))}
      </ul>
    )}
    <p className="leaf__foot">{foot}</p>
  </article>
);

const PickList = ({ title, date, lines }: PickSheet) => (
  <article className="leaf leaf--letter" aria-label={`Pick list, ${title}`}>
    <div className="leaf__head">
      <div>
        <h2 className="leaf__title">Pick list</h2>
        <p>
          {title}, {date}
        </p>
      </div>
    </div>
    <table className="leaf__table">
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
            <td className="leaf__tick">
              <Box />
            </td>
            <td className="leaf__shelf">{shelf || "No shelf"}</td>
            <td>
              <What {...thing} />
            </td>
            <td>{thing.sku}</td>
            <td className="leaf__pieces">{thing.pieces}</td>
            <td className="leaf__orders">{orders.join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </article>
);

const LeafHead = ({ number, mark, code, title }: Pick<SlipSheet, "number" | "mark" | "code" | "title">) => (
  <div className="leaf__head">
    <div>
      <h2 className="leaf__title">
        {number}
        <KindMark>{mark}</KindMark>
      </h2>
      <p>{title}</p>
    </div>
    <BarCode code={code} number={number} />
  </div>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Lines = ({ of, strong = false }: { of: string[]; strong?: boolean }) =>
  of.map((line, index) => (
    <span className="leaf__line" key={line + index}>
      {strong && index === 0 ? <b>{line}</b> : line}
    </span>
  ));

const Things = ({ things, why }: { things: Thing[]; why?: string[] }) => (
  <table className="leaf__table">
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
          <td className="leaf__tick">
            <Box />
          </td>
          <td>
            <What {...thing} />
          </td>
          <td>{thing.sku}</td>
          {why && <td>{why[index]}</td>}
          <td className="leaf__pieces">{thing.pieces}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const What = ({ name, choice }: Pick<Thing, "name" | "choice">) => (
  <>
    <b>{name}</b>
    {choice && <span className="leaf__line">{choice}</span>}
  </>
);

interface ColumnProps {
  children: string;
  hidden?: boolean;
  numeric?: boolean;
}

const Column = ({ children, hidden = false, numeric = false }: ColumnProps) => (
  <th scope="col" className={numeric ? "leaf__pieces" : undefined}>
    {hidden ? <span className="vh">{children}</span> : children}
  </th>
);

/** To be ticked by hand. */
const Box = () => <span className="leaf__box" aria-hidden="true" />;
