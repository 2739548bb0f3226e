import type { MouseEvent, ReactNode } from "react";
import { counted } from "../count-words";
import { SaveFoot } from "./save-foot";

/** A changed field with its stored and its new value. */
export interface FieldChange {
  label: string;
  from: string;
  to: ReactNode;
}

interface SaveBarProps {
  changes: FieldChange[];
  /** Address of the page without the typed changes. */
  discard: string;
  busy?: boolean;
  /** Label of the button that saves. */
  saves?: string;
  /** Called when the member discards the changes; without JavaScript the link to `discard` is followed. */
  onDiscard?(event: MouseEvent): void;
}

/** Bar with the number and list of unsaved changes, and the button that saves them. Without JavaScript it is always shown. */
export const SaveBar = ({ changes, discard, busy = false, saves = "Save", onDiscard }: SaveBarProps) => (
  <SaveFoot
    what={
      <div className="foot__what">
        <strong>{title(changes.length)}</strong>
        {changes.length > 0 && (
          <ul className="save-bar__list">
            {changes.map(({ label, from, to }) => (
              <li key={label}>
                <b>{label}</b> {from && <del className="old">{from}</del>} {to}
              </li>
            ))}
          </ul>
        )}
      </div>
    }
    back={{ to: discard, name: "Discard" }}
    onClick={onDiscard}
    preventScrollReset
    busy={busy}
    saves={saves}
  />
);

const title = (count: number): string =>
  count === 0 ? "Only what you change is saved" : `${counted(count, "change")}, not saved`;
