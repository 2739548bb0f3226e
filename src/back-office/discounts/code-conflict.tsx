import { ConflictForm } from "../ui/conflict-form";
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
      <ConflictForm
        action={`/discounts/${code}`}
        thing="this code"
        who={who}
        at={at}
        contested={contested}
        settled={settled}
      >
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="mine" value={mine.join(" ")} />
        {Object.entries(values)
          .filter(([name]) => !name.startsWith("take:"))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
      </ConflictForm>
    </>
  );
};
