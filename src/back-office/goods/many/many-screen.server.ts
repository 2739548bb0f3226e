import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Change } from "~/shop/audit/acts.server";
import { goodsDone } from "~/shop/catalog/bulk/act-on-goods.server";
import { chosenBy } from "~/shop/catalog/bulk/chosen-goods.server";
import { MARKS } from "~/shop/catalog/bulk/goods-wish";
import { previewWish, type WishedLine } from "~/shop/catalog/bulk/wished-goods.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { findGoods } from "~/shop/catalog/editing/find-goods.server";
import { goodsNames } from "~/shop/catalog/editing/goods-labels.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import type { Member } from "~/shop/members/member";
import { isId } from "../../is-id";
import type { RecordNames } from "../../log/change-text";
import { changeWords } from "../../log/change-texts.server";
import { choiceNames } from "../named-value-texts";
import { taxKinds } from "../status-texts";
import { markName } from "./said-of";
import { type ManyView, wishIn } from "./many-view";

/** How many lines of a preview stand on a page. */
const SHOWN = 100;
/** How many products are named that somebody else saved meanwhile. */
const NAMED = 20;
const FOUND = 12;

/** Chosen products with the changes that an address wishes for; null where this member has no such choice, or an old one. */
export async function manyScreen(
  services: Services,
  member: Member,
  { set, view, act }: { set: string; view: ManyView; act: string | null },
) {
  const chosen = isId(set) ? await chosenBy(services, member, set) : undefined;
  if (!chosen) return null;
  const wish = wishIn(view);
  const [categories, sizeGuides, preview, products, found, done] = await Promise.all([
    categoryChoices(services, member),
    sizeGuideChoices(services, member, null),
    wish && previewWish(services, member, chosen.products, wish),
    goodsNames(services, member, view.products),
    view.act === "goes-with" && view.search.length > 1 ? findGoods(services, member, view.search, FOUND) : [],
    act === null ? null : goodsDone(services, member, act),
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
    count: chosen.products.length,
    choices: {
      category: categories,
      kind: Object.entries(taxKinds).map(([id, name]) => ({ id, name })),
      guide: sizeGuides,
    },
    marks: MARKS.map((mark) => ({ mark, name: markName(mark) })),
    products,
    found: found.filter(({ id }) => !view.products.includes(id)),
    preview: preview && {
      changing: preview.changing.length,
      refused: preview.refused.length,
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

/** A product with its wished changes, in the words of the log. */
const shownLine = ({ id, name, changes, why }: WishedLine, names: RecordNames, zone: string) => ({
  id,
  name: name || "Without a name",
  why,
  changes: changes
    .filter(({ field }) => field !== "styleWith" || changes.length === 1)
    .map(({ field, from, to }) => changeWords({ ...NO_CHANGE, record: id, field, old: from, new: to }, names, zone)),
});

/** Fields of a log's change that a preview does not have. */
const NO_CHANGE: Omit<Change, "record" | "field" | "old" | "new"> = {
  id: 0,
  kind: "product",
  undoes: null,
  isErased: false,
  isHidden: false,
  isUndone: false,
  mayUndo: false,
  isCreation: false,
  ofWhole: false,
};

export type ManyScreen = NonNullable<Awaited<ReturnType<typeof manyScreen>>>;
export type ManyLine = NonNullable<ManyScreen["preview"]>["lines"][number];
