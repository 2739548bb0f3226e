import { useHydrated } from "~/ui/use-hydrated";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { SaveBar } from "../ui/save-bar";
import { FactField } from "./fact-field";
import type { Fact } from "./facts";
import { shownFrom } from "./format-fields";
import { groupNamed } from "./groups";
import { MailNotice } from "./mail-notice";
import { QuotingSentences } from "./quoting-sentences";
import { type SettingsLine, SettingsList } from "./settings-list";
import type { OpenGroup } from "./open-group.server";
import { TestLetter } from "./test-letter";
import type { LetterOutcome } from "~/shop/members/mail-test-letter.server";

interface SettingsFormProps {
  open: OpenGroup;
  /** Result of a test letter; null unless one was just sent. */
  letter: LetterOutcome | null;
  lines: SettingsLine[];
}

/** Form of one group of settings: fields, the sentences that quote them, and the save bar. */
export function SettingsForm({ open, letter, lines }: SettingsFormProps) {
  const { id, base, opened, memberId, submission } = open;
  const isReady = useHydrated();
  const facts = groupNamed(id)?.facts ?? [];
  const labels = Object.fromEntries(facts.map(({ path, label }) => [path, label]));
  return (
    <WorkshopForm
      // The address has no parameters, so that the message about an earlier act is not shown again.
      action={`/settings/${id}`}
      submission={submission}
      stored={base}
      opened={opened}
      remembers={`${memberId} settings/${id}`}
      labels={labels}
      thing="these settings"
      preventScrollReset
      savesByKey
    >
      {(parts) => {
        const { typed, isSending, onDiscard } = parts;
        const changed = facts.filter(({ path }) => differ(typed[path], base[path]));
        return (
          <>
            <SettingsList lines={lines} openId={id} mayChange>
              <GroupFields open={open} letter={letter} parts={parts} changed={changed} />
            </SettingsList>
            {(changed.length > 0 || !isReady) && (
              <SaveBar
                changes={changed.map((fact) => ({
                  label: fact.label,
                  from: shownFrom(fact, base[fact.path] ?? ""),
                  to: shownFrom(fact, typed[fact.path] ?? ""),
                }))}
                discard={`/settings/${id}`}
                busy={isSending}
                onDiscard={onDiscard}
              />
            )}
          </>
        );
      }}
    </WorkshopForm>
  );
}

interface GroupFieldsProps extends Pick<SettingsFormProps, "open" | "letter"> {
  parts: FormParts;
  changed: Fact[];
}

/** Fields of the open group, each beside the sentences that quote it. */
function GroupFields({ open, letter, parts: { value, error, typed }, changed }: GroupFieldsProps) {
  const { id, quotes, places, since, zones, shopAddress, sendsMail, email } = open;
  const group = groupNamed(id);
  return (
    <div className="sets__open">
      <div className="sets__fields">
        {id === "mail" && !sendsMail && <MailNotice />}
        {group?.facts.map((fact) => (
          <FactField
            key={fact.path}
            fact={fact}
            value={value(fact.path)}
            error={error(fact.path)}
            since={since[fact.path]}
            isNew={changed.includes(fact)}
            zones={zones}
          />
        ))}
        {id === "mail" && <TestLetter outcome={letter} email={email} />}
      </div>
      {group && (
        <QuotingSentences group={group} quoted={places} typed={typed} quotes={quotes} shopAddress={shopAddress} />
      )}
    </div>
  );
}
