import { useHydrated } from "~/ui/use-hydrated";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { SaveBar } from "../ui/save-bar";
import { shownFrom } from "./format-fields";
import { QuotingSentences } from "./quoting-sentences";
import { groupNamed, type SettingField } from "./setting-fields";
import { SettingInput } from "./setting-input";
import { type SettingsLine, SettingsList } from "./settings-list";
import type { OpenGroup } from "./open-group.server";
import { TestLetter } from "./test-letter";
import type { LetterOutcome } from "~/shop/members/mail-test-letter.server";
import { Link } from "react-router";
import { Notice } from "../ui/notice";

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

/** Notice in the mail settings that explains why no mail is sent, and which settings of the process enable it. */
const MailNotice = () => (
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
