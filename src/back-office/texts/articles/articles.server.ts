import { folded } from "~/shop/folded-text";
import { randomBytes } from "node:crypto";
import type { Services } from "~/services";
import { allBlogCategories } from "~/shop/blog/blog.server";
import { memberArticles } from "~/shop/blog/member-articles.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { spokenTime, wholeDate } from "~/shop/shop-time";
import { draftedValues } from "~/shop/publishing/drafts.server";
import type { Sign } from "../../ui/state";
import { recordState } from "../text-line";

/** An article in the list. */
export interface ArticleLine {
  id: string;
  title: string;
  lead: string;
  category: string;
  state: { sign: Sign; text: string };
  /** Publication day; for a draft the member and the time of the last change. */
  at: string;
}

/**
 * Articles with the values of their drafts, drafts first; with a search text only articles that contain it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function articlesPage(services: Services, member: Member, text: string, now: Date) {
  const { db } = services;
  const { timeZone } = services.settings();
  const [stored, drafted, categories, names] = await Promise.all([
    memberArticles(services, member),
    draftedValues(db),
    allBlogCategories(db),
    memberNames(db),
  ]);
  const drafts = new Map(drafted.flatMap((draft) => (draft.kind === "article" ? [[draft.id, draft] as const] : [])));
  const fresh = [...drafts.keys()].filter((id) => !stored.some((article) => article.id === id));
  const all = [
    ...fresh.map((id) => ({ id, title: "", lead: "", categoryId: "", category: "", publishedAt: null })),
    ...stored,
  ];
  const wanted = folded(text);
  const lines = all.map((article): ArticleLine => {
    const draft = drafts.get(article.id);
    const values = (draft?.values ?? {}) as Partial<Record<"title" | "lead" | "categoryId", string>>;
    const { title, lead, categoryId } = { ...article, ...values };
    const changes = Object.keys(draft?.values ?? {}).length;
    return {
      id: article.id,
      title: title || "Without a title",
      lead,
      category: categories.find(({ id }) => id === categoryId)?.name ?? article.category,
      state: stateOf(changes, article.publishedAt, now),
      at: draft
        ? `${names.get(draft.memberId) ?? "Somebody"}, ${spokenTime(draft.changedAt, now, timeZone)}`
        : article.publishedAt
          ? wholeDate(article.publishedAt, timeZone)
          : "",
    };
  });
  return {
    text,
    lines: lines
      .filter(({ title, lead, category }) => folded(`${title}\n${lead}\n${category}`).includes(wanted))
      .toSorted((one, other) => Number(other.state.sign === "here") - Number(one.state.sign === "here")),
    drafts: drafts.size,
    /** Id to give to a new article. */
    next: randomBytes(12).toString("hex"),
    mayChange: can(member, "content.change"),
  };
}

function stateOf(changes: number, publishedAt: Date | null, now: Date): ArticleLine["state"] {
  if (changes === 0 && publishedAt && publishedAt > now) return { sign: "half", text: "Planned" };
  return recordState(changes, publishedAt !== null);
}
