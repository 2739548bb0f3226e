import { randomUUID } from "node:crypto";
import { DAY } from "~/platform/durations";
import { byName } from "~/platform/by-name";
import type { Services } from "~/services";
import {
  doublesIn,
  FIELDS,
  type FieldKey,
  fieldKeys,
  isForeign,
  namesNoProduct,
  UNKNOWN_COLUMN,
  whyLeftOut,
} from "~/shop/imports/columns";
import { isProgram } from "~/shop/imports/converted-programs";
import type { RowState } from "~/shop/imports/import";
import { importLimits } from "~/shop/imports/import-limits";
import { categoryWords, newCategoryChoices, optionNames } from "~/shop/imports/file-categories.server";
import { importDrafts, whyDrafts } from "~/shop/imports/import-drafts.server";
import { importById, listImports, requireImporter } from "~/shop/imports/imports.server";
import { problemWords } from "~/shop/imports/preview-row";
import { shownQuestion } from "~/shop/imports/file-questions";
import {
  clearedCells,
  endedSales,
  giftCardsIn,
  openQuestions,
  otherCategoriesIn,
  previewRows,
  productsWithoutKind,
  rowsAsking,
  rowsKeptOut,
  rowsOf,
  rowsToMend,
  unfitRows,
} from "~/shop/imports/rows.server";
import { pictureCountsOf } from "~/shop/imports/pictures.server";
import { asksForMeaning } from "~/shop/imports/read-options";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime, spokenTime } from "~/shop/shop-time";
import { pageSizes } from "../page-sizes";

/** Maximum numbers of rows of each kind, and of pictures, on the first page of an import. */
const BAD_SHOWN = 100;
const SHOWN = 12;
const NAMED = 3;
const LISTED = 20;
const STRAYS_SHOWN = 20;
const FAILED_PICTURES_SHOWN = 20;
const UNFIT_SHOWN = 6;
const OTHER_CATEGORIES_SHOWN = 6;

type Entry = NonNullable<Awaited<ReturnType<typeof importById>>>;

/** Data of an import's page; null for an unknown number and for a dropped import. */
export async function importPage(services: Services, member: Member, id: number, now: Date) {
  await requireImporter(services, member);
  const entry = await importById(services.db, id);
  if (!entry || entry.state === "dropped") return null;
  const rows = await listedRows(services, entry);
  const { bad, keptOut, words, moved } = rows;
  const [pictures, names, drafts, unfit] = await Promise.all([
    pictureCountsOf(services.db, id, FAILED_PICTURES_SHOWN),
    memberNames(services.db),
    importDrafts(services.db, id),
    unfitRows(services.db, id, UNFIT_SHOWN),
  ]);
  return {
    id,
    file: entry.file,
    state: entry.state,
    version: entry.version,
    counts: entry.counts,
    act: entry.act,
    takesStock: entry.takesStock,
    untoldStock: entry.untoldStock,
    hasStock: entry.mapping.includes("stock"),
    encoding: entry.encoding,
    dialect: entry.dialect,
    program: isProgram(entry.dialect) ? entry.dialect : undefined,
    whyEnded: whyEnded(entry),
    numbered: numberedColumns(entry),
    pictures,
    // After this time the stored rows, which name the pictures, are deleted.
    takesPictures: now.getTime() - entry.createdAt.getTime() < importLimits.keptDays * DAY,
    strays: { count: entry.strayPictures.length, named: entry.strayPictures.slice(0, STRAYS_SHOWN) },
    submission: randomUUID(),
    drafts: drafts.length,
    whyDrafts: await whyDrafts(services.db, drafts),
    mayPublish: can(member, "goods.change"),
    bad: bad.flatMap((row) =>
      badCells(row, entry, { keptOut: keptOut.get(row.row) ?? 0, showsAsked: rows.asking === 0 }),
    ),
    toMend: [...keptOut.values()].reduce((left, kept) => left - kept, entry.counts.bad - rows.asking),
    questions: rows.questions,
    unfit: {
      count: unfit.count,
      named: unfit.rows.map(({ row, name, problems }) => ({
        row,
        name,
        words: problems.filter((each) => each.isUnfit && each.field !== "otherCategories").map(problemWords),
      })),
    },
    ...rows.shown,
    asksOptions: bad.some(({ problems }) => problems.some(({ words }) => asksForMeaning(words))),
    unknownCategories: words
      .filter(({ category, isChosen }) => category === "" && !isChosen)
      .map(({ word, isOfSeveral }) => ({ word, isOfSeveral })),
    ...columnsOf(entry),
    moved: moved.map(shownRow),
    ...sentences(entry, names, services.settings().timeZone, now),
  };
}

/** First rows of each kind and the values that the file empties, for the preview of an import. */
async function listedRows({ db }: Services, entry: Entry) {
  const { id } = entry;
  const isOpen = entry.state === "checked";
  const listed = (list: "products" | "changes" | "notes") =>
    isOpen ? previewRows(db, id, { list, most: SHOWN + 1 }) : [];
  const [
    bad,
    questions,
    asking,
    keptOut,
    products,
    changed,
    notes,
    sales,
    cleared,
    words,
    moved,
    cards,
    others,
    withoutKind,
  ] = await Promise.all([
    isOpen ? rowsToMend(db, id, { most: BAD_SHOWN }) : [],
    isOpen ? openQuestions(db, id) : [],
    isOpen ? rowsAsking(db, id) : 0,
    isOpen ? rowsKeptOut(db, id) : new Map<number, number>(),
    listed("products"),
    listed("changes"),
    listed("notes"),
    isOpen ? endedSales(db, id, NAMED) : { count: 0, names: [] },
    isOpen ? clearedCells(db, id, NAMED) : [],
    isOpen ? categoryWords(db, entry).then((found) => found.words) : [],
    rowsOf(db, id, { states: ["moved-on"], most: pageSizes.importRows }),
    isOpen ? giftCardsIn(db, id, NAMED) : { count: 0, names: [] },
    otherCategoriesIn(db, id, OTHER_CATEGORIES_SHOWN + 1),
    isOpen ? productsWithoutKind(db, id) : 0,
  ]);
  const some = (rows: Row[]) => ({ rows: rows.slice(0, SHOWN).map(shownRow), isMore: rows.length > SHOWN });
  const shown = {
    products: some(products).rows,
    changes: some(changed),
    notes: some(notes),
    endedSales: { count: sales.count, named: namedOf(sales.names, sales.count) },
    giftCards: { count: cards.count, named: namedOf(cards.names, cards.count) },
    withoutKind,
    otherCategories: {
      count: others.count,
      names: others.names.slice(0, OTHER_CATEGORIES_SHOWN),
      isMore: others.names.length > OTHER_CATEGORIES_SHOWN,
    },
    cleared: cleared.map(({ what, count, names: first }) => ({ what, count, named: namedOf(first, count) })),
  };
  return { bad, questions: questions.map((each) => shownQuestion(each, entry)), asking, keptOut, words, moved, shown };
}

/** Reasons why a file ends sale prices, by the columns that it has. */
function whyEnded({ dialect, mapping }: Entry): string {
  const has = (field: FieldKey) => mapping.includes(field);
  if (has("saleUntil") || has("saleFrom")) {
    if (dialect !== "own") return "Their sale is over, or has not begun, in the file.";
  }
  return has("salePrice")
    ? "Their cells under Sale price are empty. To keep them, leave that column out under Columns."
    : "They have no compare-at price in the file, so they cost their price there.";
}

/** Names of the columns of a file that contain numbers. */
const numberedColumns = ({ mapping }: Entry): string =>
  (["price", "compareAt", "salePrice", "cost", "stock", "weight"] as const)
    .filter((field) => mapping.includes(field))
    .map((field) => FIELDS[field].label)
    .join(", ");

/** Columns of a file with a guessed meaning, and ignored columns with the reason. */
const columnsOf = (entry: Entry) => ({
  namesNoProduct: namesNoProduct(entry.mapping),
  doubles: doublesIn(entry.headers, entry.mapping),
  isOwnMapping: entry.isOwnMapping,
  guessed: entry.isOwnMapping ? [] : guessedIn(entry),
  columnsLeftOut: entry.headers.flatMap((header, place) =>
    entry.mapping[place]
      ? []
      : [{ header: header || `Column ${place + 1}`, why: doubleWords(entry, place) ?? whyLeftOut(header) }],
  ),
});

/** Columns whose meaning is guessed from their names in another language. */
const guessedIn = ({ headers, mapping }: Entry) =>
  headers.flatMap((header, place) => {
    const field = mapping[place];
    return field && isForeign(header) ? [{ header, label: FIELDS[field].label }] : [];
  });

/** Whether nobody has to look at a column: its name says what it means, or why the shop has no use for it. */
function isUnderstood(entry: Entry, place: number): boolean {
  const header = entry.headers[place] ?? "";
  if (entry.mapping[place]) return entry.isOwnMapping || !isForeign(header);
  return doubleWords(entry, place) === undefined && whyLeftOut(header) !== UNKNOWN_COLUMN && header !== "";
}

/** Reason why a column is ignored if an earlier column has the same meaning; otherwise undefined. */
function doubleWords({ headers, mapping }: Entry, place: number): string | undefined {
  const double = doublesIn(headers, mapping).find((each) => each.place === place);
  return double && `it means ${double.field} as ${double.first} does, and the first counts`;
}

/** Joins the names of the first rows and the number of further rows. */
const namedOf = (names: string[], count: number): string =>
  [...names, ...(count > names.length ? [`${(count - names.length).toLocaleString("en-US")} more`] : [])].join("; ");

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Problems of a row with the cells to correct; the first has the number of other rows that are skipped with this row. */
function badCells(
  { row, name, problems, cells, mended }: Row,
  { mapping }: Entry,
  { keptOut, showsAsked }: { keptOut: number; showsAsked: boolean },
) {
  return problems
    .filter(({ isNote, ofRow, asks }) => !isNote && ofRow === undefined && (showsAsked || asks === undefined))
    .map(({ field, words }, place) => {
      const column = mapping.indexOf(field);
      const text = mended[column] ?? cells[column] ?? "";
      return { row, name, column, label: FIELDS[field].label, words, text, keptOut: place === 0 ? keptOut : 0 };
    });
}

const shownRow = ({ row, name, state, changes, problems, product }: Row) => ({
  row,
  name,
  state,
  changes,
  product,
  notes: problems.filter(({ isNote }) => isNote).map(({ field, words }) => `${FIELDS[field].label}: ${words}`),
});
export type ShownRow = ReturnType<typeof shownRow>;

function sentences(entry: Entry, names: Map<string, string>, zone: string, now: Date) {
  const who = entry.memberId === null ? "by command" : `by ${names.get(entry.memberId) ?? "somebody"}`;
  const at = (moment: Date | null) => (moment ? sentenceTime(moment, now, zone) : "");
  return { who, appliedAt: at(entry.appliedAt), takenBackAt: at(entry.takenBackAt) };
}

/** Imports for the list, the newest first. */
export async function importList(services: Services, member: Member, before: number | undefined, now: Date) {
  await requireImporter(services, member);
  const [entries, names] = await Promise.all([
    listImports(services.db, { before, most: LISTED + 1 }),
    memberNames(services.db),
  ]);
  const zone = services.settings().timeZone;
  const shown = entries.slice(0, LISTED);
  return {
    older: entries.length > LISTED ? (shown.at(-1)?.id ?? null) : null,
    imports: shown.map((entry) => {
      const { who, takenBackAt } = sentences(entry, names, zone, now);
      const { fresh, changed, rows } = entry.counts;
      return {
        id: entry.id,
        file: entry.file,
        state: entry.state,
        takenBackAt,
        when: `${spokenTime(entry.appliedAt ?? entry.createdAt, now, zone)}, ${who}`,
        rows: entry.state === "checked" ? rows : fresh + changed,
      };
    }),
  };
}

const STATES = byName<RowState[]>({ bad: ["bad"], same: ["same"], left: ["moved-on"] });
const LISTS = byName<"products" | "changes" | "notes">({ new: "products", changed: "changes", notes: "notes" });

/** A page of an import's rows of one kind; null for an unknown kind or number, and for a dropped import. */
export async function importRowsPage(
  services: Services,
  member: Member,
  id: number,
  { state, after }: { state: string; after: number },
) {
  await requireImporter(services, member);
  const entry = await importById(services.db, id);
  const states = Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  const list = Object.hasOwn(LISTS, state) ? LISTS[state] : undefined;
  if (!entry || entry.state === "dropped" || !(states ?? list)) return null;
  const portion = { after, most: pageSizes.importRows + 1 };
  const rows = list
    ? await previewRows(services.db, id, { list, ...portion })
    : await rowsOf(services.db, id, { states: states ?? [], ...portion });
  const shown = rows.slice(0, pageSizes.importRows);
  return {
    id,
    file: entry.file,
    state,
    rows: shown.map(shownRow),
    next: rows.length > pageSizes.importRows ? (shown.at(-1)?.row ?? null) : null,
  };
}

/** Data of the page Columns: the meaning of each column of a file, and the words to assign to categories. */
export async function importColumns(services: Services, member: Member, id: number) {
  await requireImporter(services, member);
  const entry = await importById(services.db, id);
  if (!entry || entry.state !== "checked") return null;
  const [first] = await rowsOf(services.db, id, { states: ["new", "changed", "same", "bad"], most: 1 });
  const { words, categories } = await categoryWords(services.db, entry);
  const made = await newCategoryChoices(
    services.db,
    member,
    words.map(({ word }) => word),
  );
  return {
    id,
    file: entry.file,
    dialect: entry.dialect,
    submission: randomUUID(),
    fields: fieldKeys.map((key) => ({ key, label: FIELDS[key].label })),
    columns: entry.headers.map((header, place) => ({
      header,
      field: entry.mapping[place] ?? ("" as FieldKey | ""),
      sample: (first?.cells[place] ?? "").slice(0, 60),
      why: entry.mapping[place] ? "" : (doubleWords(entry, place) ?? whyLeftOut(header)),
      isUnderstood: isUnderstood(entry, place),
      isGuessed: !entry.isOwnMapping && entry.mapping[place] !== null && isForeign(header),
    })),
    options: (await optionNames(services.db, entry)).map((name) => ({
      name,
      meaning: entry.options[name.toLowerCase()] ?? "",
    })),
    words: words.map(({ word, category, isOfSeveral, kind, usual }) => ({
      word,
      category,
      isOfSeveral,
      kind,
      usual,
      made: made.get(word) ?? [],
    })),
    categories: categories.map(({ id: category, name }) => ({ id: category, name })),
  };
}
