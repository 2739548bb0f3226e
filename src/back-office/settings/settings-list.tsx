import type { ReactNode } from "react";
import { Link } from "react-router";
import { State, type Sign } from "../ui/state";

/** A line of the settings list: a group of settings in a sentence, with a link to its page. */
export interface SettingsLine {
  id: string;
  name: string;
  says: string;
  /** Icon of the state, shown before the sentence. */
  sign?: Sign;
  /** Page that shows or changes the settings of this line; unset for a service that the shop does not offer. */
  to?: string;
  /** True if the linked page only shows information and changes nothing. */
  isSeen?: boolean;
  /** True if the linked page is opened at its top, and may be read by members who may not change it. */
  isPage?: boolean;
}

interface SettingsListProps {
  lines: SettingsLine[];
  openId?: string;
  mayChange: boolean;
  /** Form of the open line. */
  children?: ReactNode;
}

/** List of settings; one line at a time is open. */
export const SettingsList = ({ lines, openId, mayChange, children }: SettingsListProps) => (
  <ul className="sets">
    {lines.map(({ id, name, says, sign, to, isSeen = false, isPage = false }) => (
      <li className="sets__group" key={id} id={id}>
        <div className="sets__line">
          <h2 className="sets__name">{name}</h2>
          <p className="sets__says">{sign ? <State sign={sign}>{says}</State> : says}</p>
          {to && (mayChange || isSeen || isPage) && (
            <Link
              className="link sets__way"
              to={id === openId ? "/settings" : to}
              preventScrollReset={!isSeen && !isPage}
              aria-label={`${wayWords(id === openId, isSeen || !mayChange)}: ${name}`}
            >
              {wayWords(id === openId, isSeen || !mayChange)}
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
