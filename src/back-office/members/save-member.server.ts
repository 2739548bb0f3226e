import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import { isRole, type Member, roleWords } from "~/shop/members/member";
import { memberRecord } from "~/shop/audit/member-record.server";
import { Refusal } from "~/shop/refusal";
import { type StaleRecord, staleRecord, wantedValues } from "../stale-record.server";

/** What came of a form about a member. */
export type MemberResult =
  | { kind: "saved"; act: string }
  | { kind: "wrong"; errors: Record<string, string>; message?: string }
  | ({ kind: "stale" } & StaleRecord);

/**
 * Saves what was typed about a member: by an owner the role, or that they work here no longer; by themselves name and address.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `record-unknown`, `body-malformed`, `submission-foreign`.
 */
export async function saveMember(
  services: Services,
  by: Member,
  id: string,
  typed: Record<string, string>,
  values: Record<string, unknown>,
): Promise<MemberResult> {
  const { submission = "", version = "" } = typed;
  if (!/^\d{1,9}$/.test(version)) throw new Refusal("body-malformed");
  const edit = { kind: memberRecord, id, version: Number(version), values: wantedValues(typed, values) };
  try {
    const result = await save(services, by, { submission, edits: [edit] });
    if (result.saved) return { kind: "saved", act: result.act };
    if (result.stale.some(({ fields }) => fields.some(isOver))) throw new Refusal("record-unknown");
    return { kind: "stale", ...(await staleRecord(services, result, WORDS)) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    if (error.code === "address-taken") return { kind: "wrong", errors: { email: error.message } };
    if (error.code === "last-owner") return { kind: "wrong", errors: {}, message: error.message };
    return { kind: "wrong", errors: error.fields };
  }
}

/** Whether somebody else put the member away meanwhile: there is nothing left to choose. */
const isOver = ({ field, theirs }: { field: string; theirs: unknown }) => field === "endedAt" && theirs !== null;

const LABELS: Record<string, string> = { role: "Role", endedAt: "Works here", name: "Name", email: "E-mail" };

const WORDS = {
  label: (field: string) => LABELS[field] ?? field,
  value: memberValueWords,
};

/** What a field of a member says, as others read it. */
export function memberValueWords(field: string, value: unknown): string {
  if (field === "endedAt") return value === null ? "Yes" : "No longer";
  if (field === "role" && isRole(value)) return roleWords[value].name;
  return typeof value === "string" ? value : "";
}
