import { byName } from "~/platform/by-name";
import { isRole, roleWords } from "~/shop/members/member";

/** Names of a member's fields, as the form about a conflict calls them. */
export const MEMBER_FIELDS = byName<string>({
  role: "Role",
  endedAt: "Works here",
  name: "Name",
  email: "E-mail",
});

/** Formats the value of a member's field. */
export function memberValueWords(field: string, value: unknown): string {
  if (field === "endedAt") return value === null ? "Yes" : "No longer";
  if (field === "role" && isRole(value)) return roleWords[value].name;
  return typeof value === "string" ? value : "";
}
