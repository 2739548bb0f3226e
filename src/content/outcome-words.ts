import type { LeftOut } from "./content-import";

/** Numbers of rows that an import changes in one table. */
export interface TableOutcome {
  words: readonly [one: string, many: string];
  added: number;
  /** Number of existing rows with other values; `examples` are the labels of the first ones. */
  changed: number;
  same: number;
  examples: string[];
}

/** Describes the changes of one table: "1 page added, 2 pages written over (about, home)". */
export function outcomeWords({ words, added, changed, examples }: TableOutcome, isDone: boolean): string {
  const counted = (count: number) => `${count} ${count === 1 ? words[0] : words[1]}`;
  const named = examples.length > 0 ? ` (${examples.join("; ")}${changed > examples.length ? "; …" : ""})` : "";
  const parts = [
    added > 0 && `${counted(added)} ${isDone ? "added" : "new"}`,
    changed > 0 && `${counted(changed)} ${isDone ? "written over" : "would be written over"}${named}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Sentences about the parts of a file that were not imported. */
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
