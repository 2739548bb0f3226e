import { ConflictForm } from "../ui/conflict-form";
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
      <ConflictForm
        action={`/settings/${group}`}
        thing="these settings"
        who={who}
        at={at}
        contested={contested}
        settled={settled}
      >
        <input type="hidden" name="submission" value={form.submission} />
        <input type="hidden" name="base" value={JSON.stringify(form.base)} />
        <input type="hidden" name="seen" value={JSON.stringify(form.seen)} />
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </ConflictForm>
    </>
  );
}
