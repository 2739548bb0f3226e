import type { RecordNames } from "../log/change-text";
import { taxKinds } from "./status-texts";

/** Which kind of record a field of a product names by its id. */
const KINDS: Record<string, string> = { categoryId: "category", sizeGuideId: "size-guide" };

interface Named {
  id: string;
  name: string;
}

/** The names of what a product's fields choose from. */
export const choiceNames = (choices: { categories: Named[]; sizeGuides: Named[] }): RecordNames =>
  new Map([
    ...choices.categories.map(({ id, name }) => [`category ${id}`, { name }] as const),
    ...choices.sizeGuides.map(({ id, name }) => [`size-guide ${id}`, { name }] as const),
  ]);

/** The name of what a field holds by an id or a key; nothing for a field that holds its value itself. */
export function namedValue(field: string, value: unknown, names: RecordNames): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (field === "kindForTax") return taxKinds[String(value) as keyof typeof taxKinds];
  const kind = KINDS[field];
  return kind && (names.get(`${kind} ${String(value)}`)?.name ?? "One that is gone");
}
