import type { ReactNode } from "react";
import { Link } from "react-router";

/** Two columns of a record's page: the record at the left, people and further acts at the right. */
export const Split = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className="sides">
    <div>{children}</div>
    <aside>{aside}</aside>
  </div>
);

interface OtherStep {
  to: string;
  name: string;
  /** Text below the name, such as a time or an amount. */
  note?: string;
  /** True if the act cannot be undone. */
  isFinal?: boolean;
}

/** Links to further acts on a record, one per line. */
export const OtherSteps = ({ steps }: { steps: OtherStep[] }) => (
  <ul>
    {steps.map(({ to, name, note, isFinal = false }) => (
      <li key={name}>
        <Link className="other-steps__way" to={to}>
          <span className={isFinal ? "other-steps__final" : undefined}>{name}</span>
          {note && <span className="sub">{note}</span>}
        </Link>
      </li>
    ))}
  </ul>
);
