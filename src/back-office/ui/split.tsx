import type { ReactNode } from "react";
import { Link } from "react-router";

/** A record: what it is at the left, whom it is about and what else can be done at the right. */
export const Split = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className="sides">
    <div>{children}</div>
    <aside>{aside}</aside>
  </div>
);

interface OtherStep {
  to: string;
  name: string;
  /** A few words on when or how much. */
  note?: string;
  /** True where the step cannot be undone. */
  isFinal?: boolean;
}

/** Further steps for a record, a line each. */
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
