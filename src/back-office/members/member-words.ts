import { nameIn } from "~/platform/by-name";
import { isRole, roleWords } from "~/shop/members/member";

/** Names of a member's fields, as the form about a conflict calls them. */
const MEMBER_FIELDS = {
  role: "Role",
  endedAt: "Works here",
  name: "Name",
  email: "E-mail",
};

/** Name of a member's field; a newer release may have stored others. */
export const memberField = (field: string): string => nameIn(MEMBER_FIELDS, field, "Another field");

/** Formats the value of a member's field. */
export function memberValueWords(field: string, value: unknown): string {
  if (field === "endedAt") return value === null ? "Yes" : "No longer";
  if (field === "role" && isRole(value)) return roleWords[value].name;
  return typeof value === "string" ? value : "";
}
