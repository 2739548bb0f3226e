import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { goodsDone } from "~/shop/catalog/bulk/act-on-goods.server";
import { chosenBy } from "~/shop/catalog/bulk/chosen-goods.server";
import { MARKS, type WhyNot } from "~/shop/catalog/bulk/goods-wish";
import { goodsByCategory } from "~/shop/catalog/bulk/kinds-of-goods.server";
import { previewWish, type WishedLine } from "~/shop/catalog/bulk/wished-goods.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { findGoods } from "~/shop/catalog/naming/find-goods.server";
import { goodsNames } from "~/shop/catalog/editing/goods-labels.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import type { Member } from "~/shop/members/member";
import { isUuid } from "~/shop/is-uuid";
import type { RecordNames } from "../../log/log-kind";
import { changeWords } from "../../log/change-words.server";
import { UNLOGGED } from "../../log/unlogged-change";
import { choiceNames } from "../named-value-words";
import { taxKinds } from "../tax-kind-words";
import { markName } from "./said-of";
import { actNames, manyActIn } from "./many-acts";
import { type ManyView, wishIn } from "./many-view";

/** Number of lines on a page of the preview. */
const SHOWN = 100;
/** Maximum number of products, saved by another member meanwhile, that the notice names. */
const NAMED = 20;
const FOUND = 12;

/** Data of the page that changes chosen products, with a preview; null for an unknown, expired or another member's choice. */
export async function manyScreen(
  services: Services,
  member: Member,
  { set, view, act }: { set: string; view: ManyView; act: string | null },
) {
  const chosen = isUuid(set) ? await chosenBy(services, member, set) : undefined;
  if (!chosen) return null;
  const wish = wishIn(view);
  const [categories, sizeGuides, preview, products, found, done, byCategory] = await Promise.all([
    categoryChoices(services, member),
    sizeGuideChoices(services, member, null),
    wish && previewWish(services, member, chosen.products, wish),
    goodsNames(services, member, view.products),
    view.act === "goes-with" && view.search.length > 1 ? findGoods(services, member, view.search, FOUND) : [],
    act === null ? null : goodsDone(services, member, act),
    goodsByCategory(services, member, chosen.products),
  ]);
  const names = choiceNames({ categories, sizeGuides });
  const zone = services.settings().timeZone;
  const lines = preview ? [...preview.refused, ...preview.changing] : [];
  return {
    set,
    view,
    wish,
    words: chosen.words,
    cameFrom: chosen.cameFrom,
    cameFromName: pageName(chosen.cameFrom),
    count: chosen.products.length,
    choices: {
      category: categories,
      kind: Object.entries(taxKinds).map(([id, name]) => ({ id, name })),
      guide: sizeGuides,
    },
    categories: byCategory,
    marks: MARKS.map((mark) => ({ mark, name: markName(mark) })),
    products,
    found: found.filter(({ id }) => !view.products.includes(id)),
    preview: preview && {
      changing: preview.changing.length,
      refused: preview.refused.length,
      reasons: reasonsOf(preview.refused),
      same: preview.same,
      gone: preview.gone,
      seen: preview.seen.join("."),
      lines: lines.slice(view.from, view.from + SHOWN).map((line) => shownLine(line, names, zone)),
      next: lines.length > view.from + SHOWN ? view.from + SHOWN : null,
      before: view.from > 0 ? Math.max(0, view.from - SHOWN) : null,
    },
    moved: done && {
      count: done.moved.length,
      named: await goodsNames(services, member, done.moved.slice(0, NAMED)),
    },
    submission: randomUUID(),
  };
}

/** Name of the page on which the goods were chosen: the list of goods, an import, or the preview of another act. */
function pageName(address: string): string {
  const [page = "", search = ""] = address.split("?");
  if (page.startsWith("/imports")) return "Import";
  const act = manyActIn(new URLSearchParams(search).get("do") ?? "");
  return page.startsWith("/goods/many") && act ? actNames[act] : "Goods";
}

/** Reasons why products cannot be changed, each with the number of products, the most frequent reason first. */
function reasonsOf(refused: WishedLine[]): { why: WhyNot; count: number }[] {
  const counts = new Map<WhyNot, number>();
  for (const each of refused.flatMap(({ why }) => why)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count);
}

/** Line of the preview: a product with its changes, described as in the log. */
const shownLine = ({ id, name, changes, why }: WishedLine, names: RecordNames, zone: string) => ({
  id,
  name: name || "Without a name",
  why,
  changes: changes
    .filter(({ field }) => field !== "styleWith" || changes.length === 1)
    .map(({ field, from, to }) =>
      changeWords({ ...UNLOGGED, kind: "product", record: id, field, old: from, new: to }, names, zone),
    ),
});

export type ManyScreen = NonNullable<Awaited<ReturnType<typeof manyScreen>>>;
export type ManyLine = NonNullable<ManyScreen["preview"]>["lines"][number];
