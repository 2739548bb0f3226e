import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { ButtonLink } from "../ui/button";
import { PageEnd, PageHead } from "../ui/page-head";
import { openGroup } from "./open-group.server";
import { saveGroup } from "./save-group.server";
import { groupNamed } from "./setting-fields";
import { SettingsForm } from "./settings-form";
import { SettingsList } from "./settings-list";
import type { LetterOutcome } from "~/shop/members/mail-test-letter.server";
import { settingsLines } from "./settings-lines.server";
import { titled } from "../titled";

export const meta = titled("Settings");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const now = new Date();
  const lines = await settingsLines(services, member, now);
  const mayChange = can(member, "settings.change");
  const mayExport = can(member, "export") && can(member, "goods.cost.read");
  if (params.group === undefined) return { lines, mayChange, mayExport, open: null };
  const group = orNotFound(groupNamed(params.group));
  const letter = letterOutcome(new URL(request.url).searchParams.get("letter"));
  return { lines, mayChange, mayExport, open: { ...(await openGroup(services, member, group, now)), letter } };
}

const LETTER_OUTCOMES: readonly LetterOutcome[] = ["sent", "failed", "held", "enough"];
const letterOutcome = (text: string | null): LetterOutcome | null =>
  LETTER_OUTCOMES.find((outcome) => outcome === text) ?? null;

export const action = formAction({
  right: "settings.change",
  schema: Typed,
  act: (sent) => saveGroup(sent, orNotFound(groupNamed(sent.params.group))),
});

export const clientAction = sendForm;

/** List of all settings as sentences, with one group open for editing. */
export default function SettingsPage() {
  const { lines, mayChange, mayExport, open } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Settings" seldom={mayExport && !open && <Content />}>
        Facts of your shop. Every text that names one follows by itself.
      </PageHead>
      {open && mayChange ? (
        <SettingsForm open={open} letter={open.letter} lines={lines} />
      ) : (
        <SettingsList lines={lines} openId={open?.id} mayChange={mayChange} />
      )}
      {mayExport && !open && (
        <PageEnd>
          <Content />
        </PageEnd>
      )}
    </>
  );
}

const Content = () => <ButtonLink to="/content">Export and import</ButtonLink>;
