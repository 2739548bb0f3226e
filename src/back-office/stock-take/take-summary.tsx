import { Link } from "react-router";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DescriptionList, Section } from "../ui/section";
import { useTake } from "./use-take";

/** Result of a finished stock-take, with its undo and the button for a new one. */
export function TakeSummary() {
  const { summary, submission, scope, mayBegin } = useTake();
  if (!summary) return null;
  const { counts, differences, value, act } = summary;
  return (
    <Section title="What came of it">
      <DescriptionList
        rows={[
          { name: "Counted", value: counts },
          { name: "Differed", value: differences },
          ...(value ? [{ name: "At cost", value: value.amount, ...(value.note && { note: value.note }) }] : []),
        ]}
      />
      <div className="take__acts">
        {mayBegin && (
          <WorkshopForm submission={submission} action="/stock/count">
            <input type="hidden" name="category" value={scope.categoryId ?? ""} />
            <input type="hidden" name="shelf" value={scope.shelf ?? ""} />
            <Button>Count again</Button>
          </WorkshopForm>
        )}
        {act && <ButtonLink to={`/log/${act}`}>Take it back</ButtonLink>}
      </div>
    </Section>
  );
}

/** Finished stock-takes, each with a link to its summary. */
export const FinishedTakes = ({ takes }: { takes: { id: string; what: string; ended: string }[] }) => (
  <Section title="Finished">
    <ul className="takes">
      {takes.map(({ id, what, ended }) => (
        <li key={id}>
          <Link className="link takes__way" to={`/stock/count/${id}`}>
            {what}
          </Link>
          <span className="sub">{ended}</span>
        </li>
      ))}
    </ul>
  </Section>
);
