import type { ReactNode } from "react";

/** An event of a record. */
export interface TimelineEntry {
  id: string | number;
  /** Time as text; `iso` is the same time in ISO 8601. */
  at: string;
  iso?: string;
  what: ReactNode;
  /** True for a note written by a member. */
  isNote?: boolean;
  who: string | null;
}

/** History of a record, newest event first. */
export const Timeline = ({ entries }: { entries: TimelineEntry[] }) => (
  <ol>
    {entries.map(({ id, at, iso, what, isNote, who }) => (
      <li className={isNote ? "time__entry is-note" : "time__entry"} key={id}>
        <time className="time__at" dateTime={iso}>
          {at}
        </time>
        <div>{what}</div>
        <span className="time__who">{who}</span>
      </li>
    ))}
  </ol>
);
