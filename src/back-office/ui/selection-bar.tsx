import type { ReactNode } from "react";
import { Button } from "./button";

interface SelectionBarProps {
  /** Number of chosen rows; undefined without JavaScript, when the bar is always shown. */
  chosen: number | undefined;
  /** Noun for the rows, in singular and plural. */
  names: readonly [string, string];
  /** Sum of the chosen rows as text. */
  note?: string;
  onNone(): void;
  /** Buttons for at most three acts; the last one is primary. */
  children: ReactNode;
}

/** Bar at the bottom of the window while rows are chosen. Screen readers announce each change of the number of rows. */
export function SelectionBar({ chosen, names: [one, several], note, onNone, children }: SelectionBarProps) {
  const words = chosen === undefined ? "" : `${chosen.toLocaleString("en-US")} ${chosen === 1 ? one : several} chosen`;
  return (
    <>
      <span className="vh" role="status">
        {chosen === 0 ? "" : words}
      </span>
      {chosen !== 0 && (
        <div className="foot" role="region" aria-label="What is chosen">
          <div className="foot__what">
            {chosen === undefined ? (
              <strong>With those that are ticked</strong>
            ) : (
              <>
                <strong>{words}</strong>
                {note && `, ${note}`}{" "}
                <Button look="bare" type="button" onClick={onNone}>
                  Choose none
                </Button>
              </>
            )}
          </div>
          {children}
        </div>
      )}
    </>
  );
}
