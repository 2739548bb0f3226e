import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { SheetChart } from "./sheet";
import { Section } from "../ui/section";

interface DaysChartProps {
  chart: SheetChart;
  /** Address of a screen that shows the same values as a table. */
  table?: string;
}

/** Bar chart from the SVG that the server draws; labels are HTML, so they keep their size at any width. */
export const DaysChart = ({ chart: { title, svg, lines, ends, key }, table }: DaysChartProps) => (
  <Section
    title={title}
    note={
      table && (
        <Link className="link" to={table}>
          As a table
        </Link>
      )
    }
  >
    <figure className="days">
      {lines.map(({ at, shown }) => (
        <span key={shown} className="days__label" style={{ "--at": at } as CSSProperties} aria-hidden="true">
          {shown}
        </span>
      ))}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      <p className="days__ends" aria-hidden="true">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </figure>
    <ul className="days__key">
      {key.map(({ face, name }) => (
        <li key={face} className={`days__key--${face}`}>
          {name}
        </li>
      ))}
    </ul>
  </Section>
);
