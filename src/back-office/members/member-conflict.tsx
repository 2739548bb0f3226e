import type { StaleRecord } from "../stale-record.server";
import { ConflictForm } from "../ui/conflict-form";
import { PageHead } from "../ui/page-head";

interface MemberConflictProps {
  action: string;
  /** The page that the form stood on, and what was changed: "this member". */
  title: string;
  thing: string;
  submission: string;
  typed: Record<string, string>;
  stale: StaleRecord;
}

/** The refused save of a member: what both changed waits for a choice; one button saves the mixture. */
export function MemberConflict({ action, title, thing, submission, typed, stale }: MemberConflictProps) {
  const { version, mine, ...conflict } = stale;
  const { submission: _form, version: _older, mine: _before, ...values } = typed;
  return (
    <>
      <PageHead title={title} back={{ to: action, name: title }} />
      <ConflictForm action={action} thing={thing} {...conflict}>
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
}
