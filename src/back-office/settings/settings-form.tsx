import { Form, Link, useNavigation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import { differ } from "../ui/differ";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary, Notice } from "../ui/notice";
import { SaveBar } from "../ui/save-bar";
import { TypedAgain } from "../ui/restore-typed";
import { useTypedForm } from "../use-typed-form";
import { FactField } from "./fact-field";
import type { Fact } from "./facts";
import { groupNamed } from "./groups";
import { Places } from "./quoting-sentences";
import { type SettingsLine, SettingsList } from "./settings-list";
import type { OpenGroup } from "./settings.server";
import { TestLetter } from "./test-letter";
import type { LetterOutcome } from "./test-letter.server";
import { shownFrom } from "./format-fields";

interface SettingsFormProps {
  open: OpenGroup;
  /** What came of a test letter that was just asked for. */
  letter: LetterOutcome | null;
  lines: SettingsLine[];
  /** Why the form was not saved, and what was typed. */
  answer?: { result: { kind: string; errors?: Record<string, string> }; typed: Record<string, string> };
}

const KEPT = "You had to sign in again. Nothing has been saved yet; what you typed stands below.";
const FAILED = "It was not saved: the shop did not answer. What you typed is still here; save again, it is saved once.";

/** One group of facts, open: its fields, the places where each stands, and the bar that saves what has changed. */
export function SettingsForm(props: SettingsFormProps) {
  const { open, lines, answer } = props;
  const { id, form } = open;
  const { element, given, typed, memory, isChanged, onInput, onSubmit, onDiscard } = useTypedForm({
    name: `${open.memberId} settings/${id}`,
    base: form.base,
    answer,
  });
  const isReady = useHydrated();
  const isSaving = useNavigation().formMethod === "POST";
  const facts = groupNamed(id)?.facts ?? [];
  const changed = facts.filter(({ path }) => differ(typed[path], form.base[path]));
  const errors = answer?.result.errors ?? {};
  return (
    <Form
      method="post"
      // Without what the address says about an earlier act.
      action={`/settings/${id}`}
      ref={element}
      noValidate
      preventScrollReset
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <LeaveGuard isChanged={isChanged} />
      <input type="hidden" name="submission" value={given?.submission ?? form.submission} />
      <input type="hidden" name="base" value={given?.base ?? JSON.stringify(form.base)} />
      <input type="hidden" name="seen" value={given?.seen ?? JSON.stringify(form.seen)} />
      <ErrorSummary
        message={messageFor(answer?.result.kind, given !== undefined)}
        errors={facts.flatMap(({ path, label }) => (errors[path] ? [{ id: path, label, error: errors[path] }] : []))}
      />
      <TypedAgain memory={memory} form={element} onRestored={onInput} />
      <SettingsList lines={lines} openId={id} mayChange>
        <GroupFields {...props} values={given ?? form.base} typed={typed} changed={changed} errors={errors} />
      </SettingsList>
      {(changed.length > 0 || !isReady) && (
        <SaveBar
          changes={changed.map((fact) => ({
            label: fact.label,
            from: shownFrom(fact, form.base[fact.path] ?? ""),
            to: shownFrom(fact, typed[fact.path] ?? ""),
          }))}
          discard={`/settings/${id}`}
          busy={isSaving}
          onDiscard={onDiscard}
        />
      )}
    </Form>
  );
}

interface GroupFieldsProps extends SettingsFormProps {
  values: Record<string, string | undefined>;
  typed: Record<string, string | undefined>;
  changed: Fact[];
  errors: Record<string, string>;
}

/** The open group's fields, and beside them where each stands with the sentences as they would be. */
function GroupFields({ open, letter, values, typed, changed, errors }: GroupFieldsProps) {
  const { id, quotes, places, since, zones, shopAddress, sendsMail } = open;
  const group = groupNamed(id);
  return (
    <div className="sets__open">
      <div className="sets__fields">
        {id === "mail" && !sendsMail && <NoMail />}
        {group?.facts.map((fact) => (
          <FactField
            key={fact.path}
            fact={fact}
            value={values[fact.path] ?? ""}
            error={errors[fact.path]}
            since={since[fact.path]}
            isNew={changed.includes(fact)}
            zones={zones}
          />
        ))}
        {id === "mail" && <TestLetter outcome={letter} email={open.email} />}
      </div>
      {group && <Places group={group} quoted={places} typed={typed} quotes={quotes} shopAddress={shopAddress} />}
    </div>
  );
}

/** Why nothing is sent, and what whoever runs the shop's machine sets so that it is. */
const NoMail = () => (
  <Notice title="No mail server is set up: no letter is sent to anybody.">
    <p>
      Letters are written into the outbox folder, and stay there. Whoever runs the shop sets <code>SMTP_URL</code> and{" "}
      <code>MAIL_FROM</code> and starts it again: every letter from then on is sent. See{" "}
      <Link className="link" to="/system">
        Health
      </Link>{" "}
      for where the folder is.
    </p>
  </Notice>
);

/** Why the form stands there as it was sent, where no field is to blame. */
function messageFor(kind: string | undefined, isGiven: boolean): string | undefined {
  if (kind === "failed") return FAILED;
  return isGiven && kind === undefined ? KEPT : undefined;
}
