import { useHydrated } from "~/ui/use-hydrated";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { SaveBar } from "../ui/save-bar";
import { shownFrom } from "./format-fields";
import { MailNotice } from "./mail-notice";
import { QuotingSentences } from "./quoting-sentences";
import { groupNamed, type SettingField } from "./setting-fields";
import { SettingInput } from "./setting-input";
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
  const fields = groupNamed(id)?.fields ?? [];
  const labels = Object.fromEntries(fields.map(({ path, label }) => [path, label]));
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
        const changed = fields.filter(({ path }) => differ(typed[path], base[path]));
        return (
          <>
            <SettingsList lines={lines} openId={id} mayChange>
              <GroupFields open={open} letter={letter} parts={parts} changed={changed} />
            </SettingsList>
            {(changed.length > 0 || !isReady) && (
              <SaveBar
                changes={changed.map((field) => ({
                  label: field.label,
                  from: shownFrom(field, base[field.path] ?? ""),
                  to: shownFrom(field, typed[field.path] ?? ""),
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
  changed: SettingField[];
}

/** Fields of the open group, each beside the sentences that quote it. */
function GroupFields({ open, letter, parts: { value, error, typed }, changed }: GroupFieldsProps) {
  const { id, quotes, places, since, zones, shopAddress, sendsMail, email } = open;
  const group = groupNamed(id);
  return (
    <div className="sets__open">
      <div className="sets__fields">
        {id === "mail" && !sendsMail && <MailNotice />}
        {group?.fields.map((field) => (
          <SettingInput
            key={field.path}
            field={field}
            value={value(field.path)}
            error={error(field.path)}
            since={since[field.path]}
            isNew={changed.includes(field)}
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
