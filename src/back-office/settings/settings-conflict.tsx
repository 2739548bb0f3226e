import { Form } from "react-router";
import { Button, ButtonLink } from "../ui/button";
import { Conflict } from "../ui/conflict";
import { PageHead } from "../ui/page-head";
import type { GroupResult } from "./settings.server";

interface SettingsConflictProps {
  group: string;
  result: Extract<GroupResult, { kind: "stale" }>;
}

/** The refused save: what both changed waits for a choice; one button saves the mixture. */
export function SettingsConflict({ group, result }: SettingsConflictProps) {
  const { who, at, contested, settled, form, typed } = result;
  return (
    <>
      <PageHead title="Settings" back={{ to: `/settings/${group}`, name: "Settings" }} />
      <Form method="post" action={`/settings/${group}`}>
        <input type="hidden" name="submission" value={form.submission} />
        <input type="hidden" name="base" value={JSON.stringify(form.base)} />
        <input type="hidden" name="seen" value={JSON.stringify(form.seen)} />
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Conflict thing="these settings" who={who} at={at} contested={contested} settled={settled} />
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">
            What is left out stays in &quot;What changed&quot; and can be taken back from there.
          </p>
          <ButtonLink look="bare" to={`/settings/${group}`}>
            Back to the form
          </ButtonLink>
          <Button look="main" fit>
            Save this
          </Button>
        </div>
      </Form>
    </>
  );
}
