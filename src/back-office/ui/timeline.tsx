import type { ReactNode } from "react";

/** Something that happened to a record. */
export interface Happened {
  id: string | number;
  at: string;
  what: ReactNode;
  who: string;
}

/** What happened to a record, the newest first. */
export const Timeline = ({ events }: { events: Happened[] }) => (
  <ol>
    {events.map(({ id, at, what, who }) => (
      <li className="time__entry" key={id}>
        <span className="time__at">{at}</span>
        <div>{what}</div>
        <span className="time__who">{who}</span>
      </li>
    ))}
  </ol>
);
