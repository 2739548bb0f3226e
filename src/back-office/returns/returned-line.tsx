import type { ReactNode } from "react";
import { Plate } from "../ui/plate";

interface ReturnedLineProps {
  plate: string | null;
  name: string;
  choice: string;
  note: string;
  /** Form fields of the line. */
  children: ReactNode;
}

/** Line of a return in a form: its product with the fields of the line. */
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
