import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { log, faultOf } from "~/platform/log.server";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { PageHead } from "../ui/page-head";
import { groupNamed } from "./groups";
import { openedForm } from "./opened-form";
import { type GroupResult, openGroup, saveGroup } from "./settings.server";
import { SettingsConflict } from "./settings-conflict";
import { SettingsForm } from "./settings-form";
import { SettingsList } from "./settings-list";
import type { LetterOutcome } from "./test-letter.server";
import { settingsLines } from "./settings-lines.server";

export const meta = () => [{ title: "Settings | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const now = new Date();
  const lines = await settingsLines(services, member, now);
  const mayChange = can(member, "settings.change");
  if (params.group === undefined) return { lines, mayChange, open: null };
  const group = orNotFound(groupNamed(params.group));
  const letter = letterOutcome(new URL(request.url).searchParams.get("letter"));
  return { lines, mayChange, open: { ...(await openGroup(services, member, group, now)), letter } };
}

const LETTER_OUTCOMES: readonly LetterOutcome[] = ["sent", "failed", "held", "enough"];
const letterOutcome = (text: string | null): LetterOutcome | null =>
  LETTER_OUTCOMES.find((outcome) => outcome === text) ?? null;

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const group = orNotFound(groupNamed(params.group));
  const typed = await formOf(request);
  const opened = openedForm(typed);
  if (!opened) throw data(null, { status: 400 });
  await requireRight(services, member, "settings.change");
  const fields = withoutTheirs(typed, opened.base);
  try {
    const result = await saveGroup(services, member, group, { typed: fields, opened }, new Date());
    if (result.kind === "saved") return redirect(`/settings/${group.id}?done=${result.act}`);
    if (result.kind === "same") return redirect(`/settings/${group.id}`);
    return data(answerOf(result, typed), { status: result.kind === "stale" ? 409 : 422 });
  } catch (error) {
    if (error instanceof Refusal || error instanceof Response) throw error;
    log.error({ error: faultOf(error), group: group.id }, "settings were not saved");
    return data(answerOf({ kind: "failed" }, typed), { status: 500 });
  }
}

/** Sends the form; where the shop cannot be reached the page stays as it is, with what was typed. */
export async function clientAction({ request, serverAction }: ClientAction) {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (error as { status?: number }).status) throw error;
    const values = Object.fromEntries([...(await typed.formData())].map(([name, value]) => [name, String(value)]));
    return data(answerOf({ kind: "failed" }, values), { status: 503 });
  }
}

interface ClientAction {
  request: Request;
  serverAction(): Promise<unknown>;
}

/** What a form gets back that was not saved: why, and all that was typed. */
interface Answer {
  result: Exclude<GroupResult, { kind: "saved" | "same" }> | { kind: "failed" };
  typed: Record<string, string>;
}

const answerOf = (result: Answer["result"], typed: Answer["typed"]): Answer => ({ result, typed });

/** What was typed, but for the facts of which the other member's is to be taken. */
const withoutTheirs = (typed: Record<string, string>, base: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...typed }).map(([path, text]) =>
      typed[`take:${path}`] === "theirs" ? [path, base[path] ?? ""] : [path, text],
    ),
  );

/** The facts of the shop in words, one group of them open with the places where each stands. */
export default function SettingsPage() {
  const { lines, mayChange, open } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  if (open && answer?.result.kind === "stale") return <SettingsConflict group={open.id} result={answer.result} />;
  return (
    <>
      <PageHead title="Settings">Facts of your shop. Every text that names one follows by itself.</PageHead>
      {open && mayChange ? (
        <SettingsForm key={open.form.submission} open={open} letter={open.letter} answer={answer} lines={lines} />
      ) : (
        <SettingsList lines={lines} openId={open?.id} mayChange={mayChange} />
      )}
    </>
  );
}
