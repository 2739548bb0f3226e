import { z } from "zod";
import { cents } from "~/shop/money";
import { lineFault, trimmed } from "~/shop/visible-text";
import type { Settings } from "~/shop/settings";
import type { Fact, FactGroup, FactKind } from "./facts";
import { nameOf } from "./groups";
import { differ } from "../ui/differ";

/** Result for an invalid typed value, with a message that says how to correct it. */
interface Misfit {
  error: string;
}

/** Parses a typed value; returns a message that says how to type it if it is invalid. */
export function valueFrom({ type }: Pick<Fact, "type">, typed: string): { value: unknown } | Misfit {
  const text = trimmed(typed);
  const error = lineFault(text);
  if (error) return { error };
  if (/[<>{}]/.test(text)) return { error: "Write it without the signs < > { }." };
  return readers[type.kind](text, type as never);
}

type Reader<K extends FactKind["kind"]> = (
  text: string,
  type: Extract<FactKind, { kind: K }>,
) => { value: unknown } | Misfit;

const readers: { [K in FactKind["kind"]]: Reader<K> } = {
  line(text, { most }) {
    if (text.length > most) return { error: `Use at most ${most} characters.` };
    return { value: text };
  },
  email: (text) =>
    z.email().max(254).safeParse(text).success
      ? { value: text }
      : { error: "Write an e-mail address such as help@yourshop.com." },
  link: (text) =>
    text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= 200)
      ? { value: text }
      : { error: "Write the whole address, beginning with https://, or leave it empty." },
  zone: (text) => (isZone(text) ? { value: text } : { error: "Choose a time zone from the list." }),
  money(text) {
    const amount = /^\$?(\d{1,5})(?:[.,](\d{1,2}))?$/.exec(text.replace(/(?<=\d),(?=\d{3}\b)/g, ""));
    if (!amount) return { error: "Write dollars, cents after a point: 3.99." };
    return { value: cents(Number(amount[1]) * 100 + Number((amount[2] ?? "").padEnd(2, "0"))) };
  },
  whole(text, { least, most }) {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return { value: number };
    return { error: `Write a whole number from ${least} to ${most}.` };
  },
  seconds: (text) =>
    /^\d{1,4}(?:\.\d{1,3})?$/.test(text)
      ? { value: Math.round(Number(text) * 1000) }
      : { error: "Write seconds, such as 6.5." },
  yes: (text) => ({ value: text === "yes" }),
  choice: (text, { ways }) =>
    ways.some(({ value }) => value === text) ? { value: text } : { error: "Choose one of these." },
};

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Settings of type `line` that may be empty. */
const MAY_BE_EMPTY = new Set(["shopAddress"]);

interface Read {
  /** Changed settings with their complete new values. */
  changes: Partial<Settings>;
  /** Paths of the changed settings. */
  changed: string[];
  /** Error messages by path. */
  errors: Record<string, string>;
}

/**
 * Parses the fields of a group: only values that differ from `base` are changes. A setting that is an object is assembled from
 * all its fields.
 */
export function readGroup(group: FactGroup, typed: Record<string, string>, base: Record<string, string>): Read {
  const values = new Map<string, unknown>();
  const errors: Record<string, string> = {};
  const changed: string[] = [];
  for (const fact of group.facts) {
    const isChanged = differ(typed[fact.path], base[fact.path]);
    const result = valueFrom(fact, (isChanged ? typed : base)[fact.path] ?? "");
    if (!("error" in result)) values.set(fact.path, result.value);
    if (!isChanged) continue;
    if ("error" in result) errors[fact.path] = result.error;
    else if (result.value === "" && fact.type.kind === "line" && !MAY_BE_EMPTY.has(fact.path))
      errors[fact.path] = "Write a few words.";
    else changed.push(fact.path);
  }
  const names = new Set(group.facts.filter(({ path }) => changed.includes(path)).map(nameOf));
  return { changes: Object.fromEntries([...names].map((name) => [name, whole(name, values)])), changed, errors };
}

/** Assembles the value of a setting from the values of its fields. */
function whole(name: string, values: Map<string, unknown>): unknown {
  if (values.has(name)) return values.get(name);
  const parts = [...values].filter(([path]) => path.startsWith(`${name}.`));
  return Object.fromEntries(parts.map(([path, value]) => [path.slice(name.length + 1), value]));
}
