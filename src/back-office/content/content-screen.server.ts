import { randomUUID } from "node:crypto";
import {
  contentImport,
  lastContentImports,
  requireContentImporter,
  rowChanges,
} from "~/content/content-imports.server";
import { leftOutWords, outcomeWords } from "~/content/outcome-texts";
import type { ContentImport } from "~/content/stage-content.server";
import type { Services } from "~/services";
import { UNDO_DAYS } from "~/shop/audit/undo-days";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { visible } from "~/shop/plain-text";
import { sentenceTime, spokenTime } from "~/shop/shop-time";

const ROWS_SHOWN = 12;
const LISTED = 10;
const MOST_LETTERS = 120;

/** An import of content as its page shows it; nothing when there is none of that number. */
export async function contentImportPage(services: Services, member: Member, id: number, now: Date) {
  await requireContentImporter(services, member);
  const entry = await contentImport(services.db, id);
  if (!entry) return null;
  const { state, file, head, tables, pictures, leftOut, stayed, act, version, appliedAt, takenBackAt } = entry;
  const isOpen = state === "staged";
  const zone = services.settings().timeZone;
  const [changes, names] = await Promise.all([
    isOpen ? rowChanges(services.db, id, ROWS_SHOWN) : [],
    memberNames(services.db),
  ]);
  const at = (moment: Date | null) => (moment ? sentenceTime(moment, now, zone) : "");
  const sum = (of: "added" | "changed" | "same") => tables.reduce((all, table) => all + table[of], 0);
  return {
    id,
    file,
    state,
    act,
    version,
    pictures,
    stayed,
    shopName: head.shopName,
    counts: { added: sum("added"), changed: sum("changed"), same: sum("same") },
    tables: tables
      .filter(({ added, changed }) => added + changed > 0)
      .map(({ words: [, many], added, changed, same, examples }) => ({ many, added, changed, same, examples })),
    sentences: tables.map((table) => outcomeWords(table, !isOpen)).filter((words) => words !== ""),
    leftOut: leftOutWords(leftOut),
    changes: changes.map(({ from, to, column, ...change }) => ({
      ...change,
      column: column.replace(/_cents$/, "").replaceAll("_", " "),
      from: shown(from, column),
      to: shown(to, column),
    })),
    who: whoOf(entry, names),
    appliedAt: at(appliedAt),
    takenBackAt: at(takenBackAt),
    mayTakeBack: state === "in" && appliedAt !== null && now.getTime() - appliedAt.getTime() < UNDO_DAYS * 86_400_000,
    submission: randomUUID(),
  };
}

/** A value of a row in a few words. */
function shown(value: unknown, column: string): string {
  if (value === null || value === undefined || value === "") return "Empty";
  if (column.endsWith("_cents") && typeof value === "number") return `$${(value / 100).toFixed(2)}`;
  const text = visible(typeof value === "string" ? value : JSON.stringify(value));
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text;
}

const whoOf = ({ memberId }: ContentImport, names: Map<string, string>): string =>
  memberId === null ? "by command" : `by ${names.get(memberId) ?? "somebody"}`;

/** The last imports as the page with Export lists them. */
export async function contentImportList(services: Services, now: Date) {
  const [entries, names] = await Promise.all([lastContentImports(services.db, LISTED), memberNames(services.db)]);
  const zone = services.settings().timeZone;
  return entries.map((entry) => ({
    id: entry.id,
    file: entry.file,
    state: entry.state,
    when: `${spokenTime(entry.appliedAt ?? entry.createdAt, now, zone)}, ${whoOf(entry, names)}`,
    takenBackAt: entry.takenBackAt ? sentenceTime(entry.takenBackAt, now, zone) : "",
  }));
}
