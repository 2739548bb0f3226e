import type { MouseEvent, ReactNode } from "react";
import { Button, ButtonLink } from "./button";
import { counted } from "../count-texts";

/** A field that would be saved: how it stands, and how it would. */
export interface FieldChange {
  label: string;
  from: string;
  to: ReactNode;
}

interface SaveBarProps {
  changes: FieldChange[];
  /** Address of the page without the typed values. */
  discard: string;
  busy?: boolean;
  /** Called when what was typed is to be dropped; without script `discard` is followed. */
  onDiscard?(event: MouseEvent): void;
}

/** Says how many changes wait and lists each; its button saves them all. Without script it is always there. */
export const SaveBar = ({ changes, discard, busy = false, onDiscard }: SaveBarProps) => (
  <div className="foot" role="region" aria-label="What will be saved">
    <div className="foot__what">
      <strong>{title(changes.length)}</strong>
      {changes.length > 0 && (
        <ul className="foot__list">
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              <b>{label}</b> {from && <del className="old">{from}</del>} {to}
            </li>
          ))}
        </ul>
      )}
    </div>
    <ButtonLink look="bare" to={discard} onClick={onDiscard} preventScrollReset>
      Discard
    </ButtonLink>
    <Button look="main" fit busy={busy}>
      Save
    </Button>
  </div>
);

const title = (count: number): string =>
  count === 0 ? "Only what you change is saved" : `${counted(count, "change")}, not saved`;
