import type { ReactNode } from "react";

interface TicketProps {
  /** Name of the next step. */
  title: ReactNode;
  children: ReactNode;
  /** Primary button, with secondary actions below it. */
  acts?: ReactNode;
  beside?: ReactNode;
}

/** Next step of a record, shown at the top of its page. */
export const Ticket = ({ title, children, acts, beside }: TicketProps) => (
  <section className="next-sheet" aria-label="Next">
    <div>
      <h2 className="next-sheet__title">{title}</h2>
      {children}
    </div>
    {(acts || beside) && (
      <div className="next-sheet__acts">
        {acts}
        {beside && <span className="next-sheet__beside">{beside}</span>}
      </div>
    )}
  </section>
);
