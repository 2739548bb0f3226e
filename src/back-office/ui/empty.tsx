import type { ReactNode } from "react";

interface EmptyProps {
  title: ReactNode;
  children: ReactNode;
  /** Link to the next step. */
  way?: ReactNode;
}

/** Empty list for which no records exist yet: a picture, a sentence, and a link. */
export const NothingYet = ({ title, children, way }: EmptyProps) => (
  <div className="empty">
    <svg viewBox="0 0 220 84" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M2 70h216M18 70l6-9 4-24h40l5 24 9 9M132 70l8-12 4-34h44l5 34 8 12M104 70 92 82M116 70l12 12M110 74v8" />
      <path d="M92 58a18 18 0 0 1 36 0" />
    </svg>
    <p className="empty__title">{title}</p>
    <p>{children}</p>
    {way && <p className="empty__way">{way}</p>}
  </div>
);

/** Empty search result: the search, and a link to clear it. */
export const NothingFound = ({ title, children, way }: EmptyProps) => (
  <div className="empty">
    <p className="empty__title">{title}</p>
    <p>{children}</p>
    {way && <p className="empty__way">{way}</p>}
  </div>
);
