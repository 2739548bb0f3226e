import type { z } from "zod";

/** Errors of a schema as text, for a file or for its part at `at`: file, row, field and problem. */
export const complaintsIn = (
  file: string,
  raw: unknown,
  error: z.ZodError | undefined,
  at: PropertyKey[] = [],
): string[] => (error?.issues ?? []).map(({ path, message }) => `${file}: ${where(raw, [...at, ...path])}${message}`);

/** Describes the place of an error, `products[3] "Mesa Mesh Jacket", price: `: row by index and name, then the field. */
function where(raw: unknown, path: PropertyKey[]): string {
  let row = "";
  let field = "";
  let value = raw;
  for (const key of path) {
    value = value === null || typeof value !== "object" ? undefined : Reflect.get(value, key);
    field += typeof key === "number" ? `[${key}]` : `${field ? "." : ""}${String(key)}`;
    if (typeof key === "number" && row === "") {
      row = `${field}${nameOf(value)}`;
      field = "";
    }
  }
  const parts = [row, field].filter(Boolean).join(", ");
  return parts ? `${parts}: ` : "";
}

function nameOf(row: unknown): string {
  if (row === null || typeof row !== "object") return "";
  const name = ["name", "title", "question", "caption", "fileName", "label", "_id", "id"]
    .map((key): unknown => Reflect.get(row, key))
    .find((value) => typeof value === "string" && value !== "");
  return name === undefined ? "" : ` "${String(name)}"`;
}
