import type { ReactNode } from "react";
import { Button } from "./button";

interface SelectionBarProps {
  /** How many rows are chosen; unset without script, when the bar is always there. */
  chosen: number | undefined;
  /** Name of the chosen things, for one and for several. */
  names: readonly [string, string];
  /** Their sum in words. */
  note?: string;
  onNone(): void;
  /** At most three acts, the last one primary. */
  children: ReactNode;
}

/** Stands on the sill as soon as one row is chosen, and says how many are; to who listens also the first and none. */
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
