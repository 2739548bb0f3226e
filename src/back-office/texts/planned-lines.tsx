import { Link } from "react-router";
import type { PlanLine } from "./plans.server";

/** Plans of texts, one per line, with a link to the page of all plans. */
export const PlannedLines = ({ plans }: { plans: readonly PlanLine[] }) =>
  plans.map(({ id, title, state, when, note }) => (
    <p key={id} className="knows">
      <span>
        <b>{title}</b>: {state.text.toLowerCase()}, {when}. {note}
      </span>
      <Link className="link" to="/words/plans">
        See the plan
      </Link>
    </p>
  ));
