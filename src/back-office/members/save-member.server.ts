import { save } from "~/shop/audit/save.server";
import { memberRecord } from "~/shop/audit/member-record.server";
import { Refusal } from "~/shop/refusal";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { staleRecord } from "../stale-record.server";
import { memberField, memberValueWords } from "./member-words";

interface MemberForm {
  id: string;
  values: Record<string, unknown>;
  /** Address of the page that is shown after saving. */
  to: string;
}

/** Saves a form about a member: owners change roles or remove members; members change their own name and address. */
export async function saveMember(sent: SentForm, { id, values, to }: MemberForm): Promise<FormOutcome> {
  const { services, member, submission, version, wanted } = sent;
  const edit = { kind: memberRecord, id, version, values: wanted(values) };
  const result = await save(services, member, { submission, edits: [edit] });
  if (result.saved) return { to, act: result.act };
  if (result.stale.some(({ fields }) => fields.some(isOver))) throw new Refusal("record-unknown");
  return { conflict: await staleRecord(services, result, WORDS) };
}

/** Whether another owner removed the member meanwhile, so that the conflict offers no choice. */
const isOver = ({ field, theirs }: { field: string; theirs: unknown }) => field === "endedAt" && theirs !== null;

const WORDS = {
  label: memberField,
  value: memberValueWords,
};
