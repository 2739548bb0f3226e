import type { ReactNode } from "react";

interface TicketProps {
  /** What is next, in a few words. */
  title: ReactNode;
  children: ReactNode;
  /** The one loud act, and under it what is done beside it. */
  acts?: ReactNode;
  beside?: ReactNode;
}

/** The one thing that is next with a record, on a sheet at its top. */
export const Ticket = ({ title, children, acts, beside }: TicketProps) => (
  <section className="ticket" aria-label="Next">
    <div>
      <h2 className="ticket__title">{title}</h2>
      {children}
    </div>
    {(acts || beside) && (
      <div className="ticket__acts">
        {acts}
        {beside && <span className="ticket__beside">{beside}</span>}
      </div>
    )}
  </section>
);
