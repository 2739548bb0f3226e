import { nameIn } from "~/platform/by-name";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import { kindNames, stateFieldNames } from "./tax-words";

/** Number of empty rows after the filled ones, in which a dated rule or a fee can be added. */
const SPARE = { dated: 1, fee: 1 };

export const ruleName = (kind: TaxKind, part: "treatment" | "amount" | "stateOnly"): string => `${kind}.${part}`;
export const rowName = (of: "dated" | "fee", row: number, part: string): string => `${of}:${row}.${part}`;

/** Number of rows that the form shows for dated rules or for fees. */
export function rowsIn(of: "dated" | "fee", values: Record<string, string>, most: number): number {
  const last = Math.max(
    -1,
    ...Object.keys(values).map((name) => Number(new RegExp(`^${of}:(\\d{1,2})\\.`).exec(name)?.[1] ?? -1)),
  );
  const used = Object.keys(values).some((name) => name.startsWith(`${of}:${last}.`) && values[name]);
  return Math.min(most, last + 1 + (used || last < 0 ? SPARE[of] : 0));
}

const PARTS = {
  treatment: "what holds",
  amount: "amount",
  kind: "kind of goods",
  from: "first day",
  to: "last day",
  cap: "highest price a piece",
  name: "name",
  fromValue: "order value",
};

/** Label of a form's field in the list of errors. */
export function stateLabel(name: string): string {
  const [, of, row, part = ""] = /^(dated|fee):(\d+)\.(\w+)$/.exec(name) ?? [];
  if (of) return `${of === "fee" ? "Fee" : "Rule with dates"} ${Number(row) + 1}, ${nameIn(PARTS, part, "part")}`;
  const [kind = "", own = ""] = name.split(".");
  if (own && kind in kindNames) return `${kindNames[kind as TaxKind]}, ${nameIn(PARTS, own, "part")}`;
  return nameIn(stateFieldNames, name, "Sales tax");
}
