import type { LeftOut } from "./content-import";

/** Changes of one table by an import. */
export interface TableOutcome {
  words: readonly [one: string, many: string];
  added: number;
  /** Existing rows with other values; the first of them by key. */
  changed: number;
  same: number;
  examples: string[];
}

/** Changes of one table in words, such as "1 page added, 2 pages written over (about, home)". */
export function outcomeWords({ words, added, changed, examples }: TableOutcome, isDone: boolean): string {
  const counted = (count: number) => `${count} ${count === 1 ? words[0] : words[1]}`;
  const named = examples.length > 0 ? ` (${examples.join("; ")}${changed > examples.length ? "; …" : ""})` : "";
  const parts = [
    added > 0 && `${counted(added)} ${isDone ? "added" : "new"}`,
    changed > 0 && `${counted(changed)} ${isDone ? "written over" : "would be written over"}${named}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Sentences about parts of a file that no import writes. */
export function leftOutWords({ settings, numbers }: LeftOut): string[] {
  const them = settings.length === 1 ? "it" : "them";
  return [
    ...(settings.length > 0
      ? [
          `Left out, because changing ${them} takes a passkey or a code: ${settings.join("; ")}. Change ${them} by hand.`,
        ]
      : []),
    ...(numbers > 0 ? ["Numbers of orders and keys of requests, which files of an old shop hold, are left out."] : []),
  ];
}
