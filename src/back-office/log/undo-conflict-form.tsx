import { Form } from "react-router";
import { Button, ButtonLink } from "../ui/button";
import { Choice } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { KEEP, type NewerForm } from "./undo-choices";

interface NewerStandsProps {
  newer: NewerForm;
  change?: number | undefined;
  submission: string;
}

/** A newer change lies over the one that is taken back: which is to stand is asked for each field. */
export const NewerStands = ({ newer: { fields, versions }, change, submission }: NewerStandsProps) => (
  <>
    <PageHead title="What changed" back={{ to: "/log", name: "What changed" }} />
    <Form method="post">
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="versions" value={JSON.stringify(versions)} />
      {change !== undefined && <input type="hidden" name="change" value={change} />}
      <Notice title="Not taken back yet. Something newer stands there." isAnswer>
        <p>Choose what is to stand.</p>
      </Notice>
      <div className="choose">
        {fields.map(({ key, what, before, now }) => (
          <div className="choose__row" key={key} role="radiogroup" aria-label={what}>
            <span className="choose__field">{what}</span>
            <div className="choose__side">
              <p>{now}</p>
              <Choice name={KEEP + key} value="theirs" defaultChecked>
                Keep what stands now
              </Choice>
            </div>
            <div className="choose__side">
              <p>{before}</p>
              <Choice name={KEEP + key} value="mine">
                Put this back
              </Choice>
            </div>
          </div>
        ))}
      </div>
      <div className="foot" role="region" aria-label="What will be saved">
        <p className="foot__what">The log keeps all of it.</p>
        <ButtonLink look="bare" to="/log">
          Leave it as it is
        </ButtonLink>
        <Button look="main" fit>
          Save this
        </Button>
      </div>
    </Form>
  </>
);
