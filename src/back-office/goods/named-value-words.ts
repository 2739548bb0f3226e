import { byName } from "~/platform/by-name";
import type { RecordNames } from "../log/log-kind";
import { taxKinds } from "./tax-kind-words";

/** Kinds of the records whose ids are stored in fields of a product, by field. */
const KINDS = byName<string>({ categoryId: "category", sizeGuideId: "size-guide" });

interface Named {
  id: string;
  name: string;
}

/** Names of the records that a member can choose in a product's fields. */
export const choiceNames = (choices: { categories: Named[]; sizeGuides: Named[] }): RecordNames =>
  new Map([
    ...choices.categories.map(({ id, name }) => [`category ${id}`, { name }] as const),
    ...choices.sizeGuides.map(({ id, name }) => [`size-guide ${id}`, { name }] as const),
  ]);

/** Name of the record whose id a field contains; undefined for fields that contain other values. */
export function namedValue(field: string, value: unknown, names: RecordNames): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (field === "kindForTax") return taxKinds[String(value) as keyof typeof taxKinds];
  const kind = KINDS[field];
  return kind && (names.get(`${kind} ${String(value)}`)?.name ?? "One that is gone");
}
