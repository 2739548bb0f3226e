import { trimmed, lineFault } from "~/shop/visible-text";
import { schemaAt, type Settings } from "~/shop/settings";
import { differ } from "../ui/differ";
import { type Control, nameOf, type SettingField } from "./setting-fields";

/** A valid value, or a message that says how to type it. */
type Parsed = { value: unknown } | { error: string };

/**
 * Parses typed text: the control says how text becomes a value, the setting's schema which values there are. Invisible characters
 * are reported, while the schema removes them from stored values.
 */
export function valueFrom({ path, control }: Pick<SettingField, "path" | "control">, typed: string): Parsed {
  const text = trimmed(typed);
  const error = lineFault(text);
  if (error) return { error };
  const read = readers[control.kind](text);
  if (typeof read === "object") return read;
  const parsed = schemaAt(path).safeParse(read);
  return parsed.success ? { value: parsed.data } : { error: parsed.error.issues[0]?.message ?? "" };
}

const asTyped = (text: string): string => text;

/** Readers of typed text; the schema checks the results. */
const readers: Record<Control["kind"], (text: string) => string | number | boolean | { error: string }> = {
  line: asTyped,
  email: asTyped,
  link: asTyped,
  zone: asTyped,
  choice: asTyped,
  money(text) {
    const amount = /^\$?(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.replace(/(?<=\d),(?=\d{3}\b)/g, ""));
    if (!amount) return { error: "Write dollars, cents after a point: 3.99." };
    return Number(amount[1]) * 100 + Number((amount[2] ?? "").padEnd(2, "0"));
  },
  whole: (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
  seconds: (text) => (/^\d+(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN),
  yes: (text) => text === "yes",
};

interface Read {
  /** Changed settings with their complete new values. */
  changes: Partial<Settings>;
  /** Paths of the changed settings. */
  changed: string[];
  /** Error messages by path. */
  errors: Record<string, string>;
}

/**
 * Parses fields of a form: only values that differ from `base` are changes. A setting that is an object is assembled from all its
 * fields.
 */
export function readFields(
  fields: readonly SettingField[],
  typed: Record<string, string>,
  base: Record<string, string>,
): Read {
  const values = new Map<string, unknown>();
  const errors: Record<string, string> = {};
  const changed: string[] = [];
  for (const field of fields) {
    const isChanged = differ(typed[field.path], base[field.path]);
    const result = valueFrom(field, (isChanged ? typed : base)[field.path] ?? "");
    if ("value" in result) values.set(field.path, result.value);
    if (!isChanged) continue;
    if ("error" in result) errors[field.path] = result.error;
    else changed.push(field.path);
  }
  const names = new Set(fields.filter(({ path }) => changed.includes(path)).map(nameOf));
  return { changes: Object.fromEntries([...names].map((name) => [name, whole(name, values)])), changed, errors };
}

/** Assembles the value of a setting from the values of its fields. */
function whole(name: string, values: Map<string, unknown>): unknown {
  if (values.has(name)) return values.get(name);
  const parts = [...values].filter(([path]) => path.startsWith(`${name}.`));
  return Object.fromEntries(parts.map(([path, value]) => [path.slice(name.length + 1), value]));
}
