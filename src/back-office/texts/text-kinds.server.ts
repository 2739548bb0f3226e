import type { Database } from "~/platform/database.server";
import type { Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { allBlogCategories } from "~/shop/blog/blog.server";
import { articleTitles } from "~/shop/blog/member-articles.server";
import { communityForms, type CommunityKind, isCommunityKind } from "~/shop/community/community-forms";
import { allFaqs, faqGroups } from "~/shop/texts/faq-lines.server";
import { draftedKinds } from "~/shop/publishing/draft-record.server";
import { draftedValues } from "~/shop/publishing/drafts.server";
import { PUBLISHED } from "~/shop/publishing/publish.server";
import type { TextKind } from "~/shop/publishing/text-id";
import { counted, smallFirst } from "../count-words";
import { communityNames } from "./community/community-choices.server";
import { communityValue } from "./community/community-words";
import type { ChangeWords, RecordNames } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";
import { changedPart } from "./changed-part";
import { fieldLabel } from "./fields-of-text";
import { rowsText } from "./menu-row-fields";
import { fixedName, textAddress } from "./texts-address";

/** Describes a change of a text, or of its draft, for the log. */
function wordsOf(kind: TextKind, isDraft: boolean) {
  return ({ record, field, old, new: now }: Change, names: RecordNames): ChangeWords => {
    const name = nameIn(kind, record, names);
    return {
      what: `${isDraft ? "Draft of " : ""}${name}: ${fieldLabel({ kind, id: record }, field).toLowerCase()}`,
      from: valueWords({ kind, field }, old, now, names),
      to: valueWords({ kind, field }, now, old, names),
      way: textAddress({ kind, id: record }),
    };
  };
}

const nameIn = (kind: TextKind, record: string, names: RecordNames): string =>
  kind === "faq"
    ? `Question "${names.get(`faq ${record}`)?.name || "without a text"}"`
    : kind === "article"
      ? `Article "${names.get(`article ${record}`)?.name || "without a title"}"`
      : isCommunityKind(kind)
        ? `${communityForms[kind].one} "${names.get(`${kind} ${record}`)?.name || "without words"}"`
        : kind === "letter"
          ? `Letter "${fixedName({ kind, id: record }) ?? "of a former release"}"`
          : (fixedName({ kind, id: record }) ?? "a page");

interface FieldOf {
  kind: TextKind;
  field: string;
}

function valueWords({ kind, field }: FieldOf, value: unknown, other: unknown, names: RecordNames): string {
  if (isCommunityKind(kind)) {
    const known = communityValue(kind, field, value);
    if (known !== undefined) return known;
  }
  if (field === "isShown") return value === true ? "on the shop" : "not on the shop";
  if (["cover", "picture", "poster"].includes(field)) return value ? "a picture" : "no picture";
  if (field === "categoryId")
    return (
      names.get(`faq-group ${String(value)}`)?.name ??
      names.get(`blog-category ${String(value)}`)?.name ??
      "another group"
    );
  if (field === "rows") return changedPart(rowsText(value), rowsText(other)) || "Empty";
  return changedPart(String(value ?? ""), String(other ?? "")) || "Empty";
}

/** Sentence for the message after an act on a text; undefined for acts that have the usual sentence. */
function sentenceOf(kind: TextKind, isDraft: boolean) {
  return ({ action, changes }: LoggedAct, names: RecordNames): string | undefined => {
    const [first] = changes;
    if (!first) return undefined;
    const name = nameIn(kind, first.record, names);
    const records = new Set(changes.map((change) => `${change.kind} ${change.record}`)).size;
    if (action === PUBLISHED.all && records === 1 && kind === "letter") return `${name} has these words from now on.`;
    if (action === PUBLISHED.all)
      return records > 1 ? `${counted(records, "text")} went on the shop together.` : `${name} is on the shop.`;
    if (action === PUBLISHED.none)
      return records > 1
        ? `${counted(records, "text")} are stored. None is on the shop: none is ticked to be.`
        : `${name} is stored. It is not on the shop: it is not ticked to be.`;
    if (action === PUBLISHED.some)
      return `${counted(records, "text")} are stored, and those that are ticked are on the shop.`;
    if (action === "hide-invented") return "What you ticked is hidden from shoppers, and stays in Words.";
    if (action === "word-plan-over")
      return records > 1
        ? `The planned time of ${counted(records, "text")} is over. Their former words are back.`
        : `The planned time of ${name} is over. Its former words are back.`;
    if (action === "discard") return `The draft of ${name} is discarded. The shop stays as it is.`;
    if (action === "restore") return `The earlier version of ${name} is the draft now. The shop stays as it is.`;
    return isDraft && action === "change" ? `The draft of ${name} is saved. The shop stays as it is.` : undefined;
  };
}

/** Names of texts according to their drafts; the caller prefers the names of published texts. */
async function draftedNames(db: Database, kind: TextKind, field: string): Promise<[string, { name: string }][]> {
  const drafted = (await draftedValues(db)).filter((draft) => draft.kind === kind);
  return drafted.map(({ id, values }) => [`${kind} ${id}`, { name: String(values[field] ?? "") }]);
}

/** Names of the FAQ's questions and groups. */
async function faqNames(db: Database): Promise<Map<string, { name: string }>> {
  const [rows, groups, drafted] = await Promise.all([allFaqs(db), faqGroups(db), draftedNames(db, "faq", "question")]);
  return new Map([
    ...drafted,
    ...rows.map(({ id, question }) => [`faq ${id}`, { name: question }] as const),
    ...groups.map(({ id, name }) => [`faq-group ${id}`, { name }] as const),
  ]);
}

/** Titles of articles and names of their categories. */
async function articleNames(db: Database): Promise<Map<string, { name: string }>> {
  const [rows, categories, drafted] = await Promise.all([
    articleTitles(db),
    allBlogCategories(db),
    draftedNames(db, "article", "title"),
  ]);
  return new Map([
    ...drafted,
    ...rows.map(({ id, title }) => [`article ${id}`, { name: title }] as const),
    ...categories.map(({ id, name }) => [`blog-category ${id}`, { name }] as const),
  ]);
}

const ofCommunity = (kind: CommunityKind) => ({ title: communityForms[kind].list, names: communityNames });

const titles: Record<TextKind, Pick<LogKind, "title" | "names">> = {
  page: { title: "Words of pages" },
  faq: { title: "Questions of the FAQ", names: faqNames },
  menu: { title: "Menus and the strip" },
  article: { title: "Articles", names: articleNames },
  letter: { title: "Words of letters" },
  search: { title: "Search results" },
  chapter: ofCommunity("chapter"),
  event: ofCommunity("event"),
  film: ofCommunity("film"),
  post: ofCommunity("post"),
};

/** Log kinds of all texts, each followed by that of its drafts. */
export const textKinds: readonly LogKind[] = draftedKinds.flatMap(({ kind, live, draft }) => [
  logKind(kind, live, false),
  logKind(kind, draft, true),
]);

function logKind(kind: TextKind, record: RecordKind, isDraft: boolean): LogKind {
  const { title, names } = titles[kind];
  return {
    record,
    title: isDraft ? `${title}: drafts` : title,
    words: wordsOf(kind, isDraft),
    sentence: sentenceOf(kind, isDraft),
    edits: {
      noun: isDraft ? ["draft", "drafts"] : ["text", "texts"],
      named: (record, known) => `${isDraft ? "Draft of " : ""}${nameIn(kind, record, known)}`,
      field: (field, id) => smallFirst(fieldLabel({ kind, id }, field)),
    },
    ...(names && { names }),
  };
}
