import { Form } from "react-router";
import { Button, ButtonLink } from "../ui/button";
import { Conflict } from "../ui/conflict";
import { PageHead } from "../ui/page-head";
import type { CodeResult } from "./discounts.server";

interface CodeConflictProps {
  code: string;
  submission: string;
  typed: Record<string, string>;
  stale: Extract<CodeResult, { kind: "stale" }>;
}

/** The refused save of a code: what both changed waits for a choice; one button saves the mixture. */
export const CodeConflict = ({ code, submission, typed, stale }: CodeConflictProps) => {
  const { who, at, version, contested, settled, mine } = stale;
  const { submission: _old, version: _older, mine: _before, ...values } = typed;
  return (
    <>
      <PageHead title={code} back={{ to: `/discounts/${code}`, name: code }} />
      <Form method="post" action={`/discounts/${code}`}>
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="mine" value={mine.join(" ")} />
        {Object.entries(values)
          .filter(([name]) => !name.startsWith("take:"))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <Conflict thing="this code" who={who} at={at} contested={contested} settled={settled} />
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">
            What is left out stays in &quot;What changed&quot; and can be taken back from there.
          </p>
          <ButtonLink look="bare" to={`/discounts/${code}`}>
            Back to the form
          </ButtonLink>
          <Button look="main" fit>
            Save this
          </Button>
        </div>
      </Form>
    </>
  );
};
