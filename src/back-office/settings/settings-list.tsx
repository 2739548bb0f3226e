import type { ReactNode } from "react";
import { Link } from "react-router";
import { State, type Sign } from "../ui/state";

/** A line of the list: settings in words, with the page to change or see them. */
export interface SettingsLine {
  id: string;
  name: string;
  says: string;
  /** State sign before the words. */
  sign?: Sign;
  /** Page to change or see it; unset for a service that the shop does not offer. */
  to?: string;
  /** True for a line that leads to a page with information only. */
  isSeen?: boolean;
}

interface SettingsListProps {
  lines: SettingsLine[];
  openId?: string;
  mayChange: boolean;
  /** Content of the open line. */
  children?: ReactNode;
}

/** List of settings; one line at a time is open. */
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
