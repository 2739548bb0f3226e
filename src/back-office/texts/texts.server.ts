import { plainText } from "~/platform/html.server";
import type { Services } from "~/services";
import { lastChanges } from "~/shop/audit/change-log.server";
import { publishedPosts } from "~/shop/blog/blog.server";
import { articleTitles } from "~/shop/blog/member-articles.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { spokenTime } from "~/shop/shop-time";
import { faqGroups, faqsWith } from "~/shop/texts/faq-lines.server";
import { menuForms, type MenuRow } from "~/shop/texts/menu-forms";
import { allMenus } from "~/shop/texts/menu-record.server";
import { pageForms } from "~/shop/texts/page-forms";
import { allPageTexts } from "~/shop/texts/page-record.server";
import { draftedValues } from "~/shop/publishing/drafts.server";
import { counted } from "../count-words";
import { communityLine } from "./community/community-line.server";
import { lettersLine } from "./letters/letters-line";
import { lettersPage } from "./letters/letters.server";
import { newerDefaultLines } from "./newer-default.server";
import { planLines } from "./plans.server";
import { searchLine } from "./search/search-line.server";
import { countsOf, draftState as stateOf, PLAIN, shownIn, standingOf, type TextLine } from "./text-line";
import type { TextsView } from "./texts-view";
import { folded, foldedPlace } from "~/shop/folded-text";

/** Letters that a line quotes before and after the searched words. */
const [BEFORE, AFTER] = [30, 50];

/** Excerpt of the first text with the searched words; empty if only the name contains them, undefined if nothing does. */
function excerptWith(texts: readonly unknown[], name: string, searched: string): string | undefined {
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const place = foldedPlace(text, searched);
    if (place)
      return `… ${text
        .slice(Math.max(0, place.start - BEFORE), place.end + AFTER)
        .replace(/\s+/g, " ")
        .trim()} …`;
  }
  return folded(name).includes(folded(searched)) ? "" : undefined;
}

/**
 * Texts in a view of the list of all texts, each with its draft and its last change.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function wordsList(services: Services, member: Member, view: TextsView, now: Date) {
  await requireRight(services, member, "content.read");
  const { db } = services;
  const { timeZone } = services.settings();
  const [texts, drafted, names, ofPages, ofFaq, ofMenus, ofArticles] = await Promise.all([
    allPageTexts(db),
    draftedValues(db),
    memberNames(db),
    lastChanges(db, "page"),
    lastChanges(db, "faq"),
    lastChanges(db, "menu"),
    lastChanges(db, "article"),
  ]);
  const who = (change: { by: string | null; at: Date } | undefined) => ({
    at: change ? spokenTime(change.at, now, timeZone) : "",
    by: (change?.by && names.get(change.by)) || "",
  });
  const pages = pageForms.flatMap((form): TextLine[] => {
    const own = texts.get(form.key);
    if (!own) return [];
    const draft = drafted.find(({ kind, id }) => kind === "page" && id === form.key);
    const change = ofPages.get(form.key);
    const found = view.text && excerptWith(Object.values({ ...own.texts, ...draft?.values }), form.name, view.text);
    if (found === undefined) return [];
    return [
      {
        way: `/words/${form.slug}`,
        name: form.name,
        note: found || noteOf(form.key, form.parts.length, own.texts),
        state: stateOf(draft ? Object.keys(draft.values).length : 0),
        ...PLAIN,
        hidden: hiddenIn(
          Object.entries(own.texts).filter(([field, text]) => field.endsWith(".state") && text === "hidden").length,
          "section",
        ),
        isYours: change !== undefined || own.version > 1,
        ...who(draft ? { by: draft.memberId, at: draft.changedAt } : change),
        isEverywhere: form.isEverywhere === true,
      },
    ];
  });
  const articles = await articlesLine(services, view, { drafted, who, changes: ofArticles });
  const menus = await menuLines(services, view, { drafted, who, changes: ofMenus });
  const faq = await faqLine(services, view, { drafted, who, changes: ofFaq });
  const [home, ...others] = [...pages, ...menus];
  const lists = [...articles, ...faq, ...(await listLines(services, member, view, { who, now }))];
  const plans = await planLines(services);
  const standing = standingOf(plans, await newerDefaultLines(services, member));
  const lines = (
    home?.way === "/words/home" ? [home, ...lists, ...others] : [...lists, ...(home ? [home] : []), ...others]
  ).map(standing);
  return {
    lines: lines.filter(shownIn[view.show]),
    counts: countsOf(lines),
    drafts: drafted.length,
    plans,
    mayChange: can(member, "content.change"),
  };
}

/** Lines for letters, community records, and texts for search results. */
async function listLines(
  services: Services,
  member: Member,
  view: TextsView,
  { who, now }: Pick<DraftedWords, "who"> & { now: Date },
): Promise<TextLine[]> {
  const [letters, community, search] = await Promise.all([
    lettersPage(services, member, view.text, now),
    communityLine(services, member, view, who),
    searchLine(services, member, view),
  ]);
  return [...lettersLine(letters, view), ...community, ...search];
}

interface DraftedWords {
  drafted: Awaited<ReturnType<typeof draftedValues>>;
  who(change: { by: string | null; at: Date } | undefined): { at: string; by: string };
  changes: Awaited<ReturnType<typeof lastChanges>>;
}

/** Lines for the menus and for the strip of messages above the header. */
async function menuLines(
  { db }: Services,
  view: TextsView,
  { drafted, who, changes }: DraftedWords,
): Promise<TextLine[]> {
  const menus = await allMenus(db);
  return menuForms.flatMap(({ key, slug, name, row }): TextLine[] => {
    const draft = drafted.find(({ kind, id }) => kind === "menu" && id === key);
    const rows = (draft?.values.rows ?? menus.get(key) ?? []) as MenuRow[];
    const found =
      view.text &&
      excerptWith(
        rows.flatMap(({ label, href }) => [label, href]),
        name,
        view.text,
      );
    if (found === undefined) return [];
    const change = changes.get(key);
    return [
      {
        way: `/words/${slug}`,
        name,
        note: found || `${counted(rows.length, row.toLowerCase())}, such as "${rows[0]?.label ?? ""}"`,
        state: stateOf(draft ? 1 : 0),
        ...PLAIN,
        isYours: change !== undefined,
        ...who(draft ? { by: draft.memberId, at: draft.changedAt } : change),
        isEverywhere: true,
      },
    ];
  });
}

/** Line for the articles; none if neither its name nor a published article nor a draft contains the searched words. */
async function articlesLine(
  { db, settings }: Services,
  view: TextsView,
  { drafted, who, changes }: DraftedWords,
): Promise<TextLine[]> {
  const own = drafted.filter(({ kind }) => kind === "article");
  const [posts, all] = await Promise.all([publishedPosts(db, settings()), articleTitles(db)]);
  const name = "Articles";
  const found =
    view.text &&
    excerptWith(
      [
        ...posts.flatMap(({ title, description, content }) => [title, description, plainText(content)]),
        ...own.flatMap(({ values }) => Object.values(values)),
      ],
      name,
      view.text,
    );
  if (found === undefined) return [];
  const last = latestOf(changes);
  const [draft] = own;
  return [
    {
      way: "/words/articles",
      name,
      note: found || `${counted(posts.length, "article")} on the shop`,
      state: stateOf(own.length),
      ...PLAIN,
      hidden: hiddenIn(all.length - posts.length, "article"),
      isYours: last !== undefined,
      ...who(draft ? { by: draft.memberId, at: draft.changedAt } : last),
      isEverywhere: false,
    },
  ];
}

/** Line for the FAQ; none if neither its name nor a question or answer contains the searched words. */
async function faqLine(
  { db }: Services,
  view: TextsView,
  { drafted, who, changes }: DraftedWords,
): Promise<TextLine[]> {
  const own = drafted.filter(({ kind }) => kind === "faq");
  const [rows, groups] = await Promise.all([
    faqsWith(db, new Map(own.map(({ id, values }) => [id, values]))),
    faqGroups(db),
  ]);
  const name = "Questions and answers";
  const found =
    view.text &&
    excerptWith(
      rows.flatMap(({ question, answer }) => [question, answer]),
      name,
      view.text,
    );
  if (found === undefined) return [];
  const last = latestOf(changes);
  const [draft] = own;
  return [
    {
      way: view.text ? `/words/faq?q=${encodeURIComponent(view.text)}` : "/words/faq",
      name,
      note: found || `${rows.filter(({ isShown }) => isShown).length} in ${counted(groups.length, "group")}`,
      state: stateOf(own.length),
      ...PLAIN,
      hidden: hiddenIn(rows.filter(({ isShown }) => !isShown).length, "question"),
      isYours: last !== undefined,
      ...who(draft ? { by: draft.memberId, at: draft.changedAt } : last),
      isEverywhere: false,
    },
  ];
}

const latestOf = (changes: DraftedWords["changes"]) =>
  [...changes.values()].toSorted((one, other) => Number(other.at) - Number(one.at))[0];

const hiddenIn = (amount: number, thing: string): string => (amount > 0 ? `${counted(amount, thing)} hidden` : "");

function noteOf(key: string, parts: number, texts: Record<string, string>): string {
  if (!key.startsWith("policy:")) return counted(parts, "part");
  const quoted = new Set((texts.markdown ?? "").match(/\{\w+\}/g));
  const sections = (texts.markdown ?? "").match(/^## /gm)?.length ?? 0;
  return `${counted(sections, "section")}, ${counted(quoted.size, "quoted setting")}`;
}
