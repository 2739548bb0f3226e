import type { ReactNode } from "react";
import { Link } from "react-router";
import { State, type Sign } from "../ui/state";

/** A line of the list: facts in words, and where they are changed or seen. */
export interface SettingsLine {
  id: string;
  name: string;
  says: string;
  /** A small sign before the words, where they are a state. */
  sign?: Sign;
  /** The screen where it is changed or seen; none for a service that the shop does not have. */
  to?: string;
  /** True where the line leads to a screen of its own, where things are seen rather than changed. */
  isSeen?: boolean;
}

interface SettingsListProps {
  lines: SettingsLine[];
  openId?: string;
  mayChange: boolean;
  /** Content under the open line. */
  children?: ReactNode;
}

/** The list of facts; one line at a time is open. */
export const SettingsList = ({ lines, openId, mayChange, children }: SettingsListProps) => (
  <ul className="sets">
    {lines.map(({ id, name, says, sign, to, isSeen = false }) => (
      <li className="sets__group" key={id} id={id}>
        <div className="sets__line">
          <h2 className="sets__name">{name}</h2>
          <p className="sets__says">{sign ? <State sign={sign}>{says}</State> : says}</p>
          {to && (mayChange || isSeen) && (
            <Link
              className="link sets__way"
              to={id === openId ? "/settings" : to}
              preventScrollReset={!isSeen}
              aria-label={`${wayWords(id === openId, isSeen)}: ${name}`}
            >
              {wayWords(id === openId, isSeen)}
            </Link>
          )}
        </div>
        {id === openId && children}
      </li>
    ))}
  </ul>
);

const wayWords = (isOpen: boolean, isSeen: boolean): string => {
  if (isOpen) return "Close";
  return isSeen ? "See" : "Change";
};
