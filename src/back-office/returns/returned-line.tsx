import type { ReactNode } from "react";
import { Plate } from "../ui/plate";

interface ReturnedLineProps {
  plate: string | null;
  name: string;
  choice: string;
  note: string;
  /** The fields of this line. */
  children: ReactNode;
}

/** A line of a return in a form: its product, and the fields about it. */
export const ReturnedLine = ({ plate, name, choice, note, children }: ReturnedLineProps) => (
  <fieldset className="returned-line">
    <legend className="vh">{name}</legend>
    <div className="returned-line__thing">
      <Plate hash={plate} />
      <span>
        <b>{name}</b>
        <span className="sub">{[choice, note].filter((words) => words !== "").join(". ")}</span>
      </span>
    </div>
    <div className="returned-line__fields">{children}</div>
  </fieldset>
);
