import type { Change } from "~/shop/audit/acts.server";
import { memberRecord } from "~/shop/audit/member-record.server";
import { isRole, roleWords } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { memberField } from "./member-words";
import type { ChangeWords, RecordNames } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";

function words({ record, field, old, new: now, isHidden }: Change, names: RecordNames): ChangeWords {
  if (isHidden) return { what: field === "email" ? "A member's address" : "A member's name", from: "", to: "changed" };
  const name = names.get(`member ${record}`)?.name ?? "a member";
  if (field === "role") return { what: `Role of ${name}`, from: roleText(old), to: roleText(now) };
  if (field === "endedAt") return { what: `${name} in the workshop`, from: standingText(old), to: standingText(now) };
  return { what: `${field === "email" ? "E-mail" : "Name"} of ${name}`, from: String(old), to: String(now) };
}

const roleText = (role: unknown): string => (isRole(role) ? roleWords[role].name : String(role));

const standingText = (endedAt: unknown): string => (endedAt === null ? "works here" : "works here no longer");

/** Sentence about the removal or the restoration of a member; undefined for other changes. */
function sentence({ action, changes }: LoggedAct, names: RecordNames) {
  const [first] = changes;
  if (first?.field !== "endedAt" || changes.length > 1) return undefined;
  const name = names.get(`member ${first.record}`)?.name ?? "A member";
  if (action === "undo") return `Taken back: ${name} ${standingText(first.new)} again.`;
  return `${name} ${standingText(first.new)}. All sessions have ended.`;
}

export const memberKind: LogKind = {
  record: memberRecord,
  title: "Members",
  words,
  names: async (db) => new Map([...(await memberNames(db))].map(([id, name]) => [`member ${id}`, { name }] as const)),
  sentence,
  edits: {
    noun: ["member", "members"],
    named: (record, names) => names.get(`member ${record}`)?.name ?? "A member",
    field: (field) => memberField(field).toLowerCase(),
  },
};
