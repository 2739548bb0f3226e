import { randomUUID } from "node:crypto";
import {
  contentImport,
  lastContentImports,
  requireContentImporter,
  rowChanges,
} from "~/content/content-imports.server";
import { leftOutWords, outcomeWords } from "~/content/outcome-words";
import type { ContentImport } from "~/content/stage-content.server";
import type { Services } from "~/services";
import { isUndoTime } from "~/shop/undo-days";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { visible } from "~/shop/visible-text";
import { sentenceTime, spokenTime } from "~/shop/shop-time";
import { settingName } from "../settings/setting-fields";

const ROWS_SHOWN = 12;
const LISTED = 10;
const MOST_LETTERS = 120;
const WORDS_BEFORE = 30;
/** Name in content-tables.ts of a row of the table `settings`. */
const SETTING = "setting";

/** Data of a content import's page; null for an unknown number. */
export async function contentImportPage(services: Services, member: Member, id: number, now: Date) {
  await requireContentImporter(services, member);
  const entry = await contentImport(services.db, id);
  if (!entry) return null;
  const { state, file, head, pictures, leftOut, stayed, act, version, appliedAt, takenBackAt } = entry;
  const isOpen = state === "staged";
  const tables = entry.tables.map((table) =>
    table.words[0] === SETTING ? { ...table, examples: table.examples.map(settingName) } : table,
  );
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
    leftOut: leftOutWords({ ...leftOut, settings: leftOut.settings.map(settingName) }),
    changes: changes.map(({ from, to, column, ...change }) => {
      const [before, then] = shownBoth(from, to, column);
      const isSetting = change.name.startsWith(`${SETTING} `);
      const name = isSetting ? `${SETTING} ${settingName(change.name.slice(SETTING.length + 1))}` : change.name;
      return { ...change, name, column: column.replace(/_cents$/, "").replaceAll("_", " "), from: before, to: then };
    }),
    who: whoOf(entry, names),
    appliedAt: at(appliedAt),
    takenBackAt: at(takenBackAt),
    mayTakeBack: state === "in" && appliedAt !== null && isUndoTime(appliedAt, now),
    submission: randomUUID(),
  };
}

/** Returns the old and the new value of a column as texts, shortened to the part where they differ. */
function shownBoth(from: unknown, to: unknown, column: string): [string, string] {
  const [one, other] = [textOf(from, column), textOf(to, column)];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  // Starts a few words before the difference, for context.
  const begin = same > WORDS_BEFORE ? one.lastIndexOf(" ", same - WORDS_BEFORE) + 1 : 0;
  return [part(one, begin), part(other, begin)];
}

const part = (text: string, begin: number): string =>
  `${begin > 0 ? "… " : ""}${text.slice(begin, begin + MOST_LETTERS)}${text.length > begin + MOST_LETTERS ? " …" : ""}`;

function textOf(value: unknown, column: string): string {
  if (value === null || value === undefined || value === "") return "Empty";
  if (column.endsWith("_cents") && typeof value === "number") return `$${(value / 100).toFixed(2)}`;
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}

const whoOf = ({ memberId }: ContentImport, names: Map<string, string>): string =>
  memberId === null ? "by command" : `by ${names.get(memberId) ?? "somebody"}`;

/** Latest content imports, for the list on the page of export and import. */
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
