import type { Database } from "~/platform/database.server";
import { memoizedPictures } from "~/platform/media.server";
import type { CardTerms } from "~/shop/catalog/cards/card-terms.server";
import { type Category, newestIn } from "~/shop/catalog/catalog.server";
import { leadsToGoods, withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { limits } from "~/shop/limits";
import type { Settings } from "~/shop/settings";
import type { HomePart } from "~/shop/texts/home-part";
import { orderedParts } from "~/shop/texts/home-parts";
import { pageContent } from "~/shop/texts/page-content.server";
import { bestOf } from "./best";
import { type HomeGoods, sectionOf, tilePath } from "./home-sections.server";
import type { HomeSection } from "./home-section";

/** Content of the home page: its visible sections in order, and the lists that some of them show. */
export async function homeContent(db: Database, settings: Settings) {
  const [home, testimonials, collections, partners] = await Promise.all([
    pageContent(db, "home", settings).then((texts) => withoutEmpty(db, texts)),
    pageContent(db, "testimonials", settings),
    pageContent(db, "collections", settings).then((texts) => withoutEmpty(db, texts)),
    pageContent(db, "partners", settings),
  ]);
  const leads = await leadsToGoods(db);
  const shown = orderedParts(home.parts)
    .filter(({ part }) => part.state === "shown")
    // Lettering that leads to nothing is no link.
    .map(({ id, part }) => ({ id, part: part.kind === "hero" && !leads(part.href) ? { ...part, href: "" } : part }));
  return { parts: shown, testimonials, collections, partners };
}

type HomeContent = Awaited<ReturnType<typeof homeContent>>;

/** Paths of all pictures that the sections of the home page use. */
const picturePaths = ({ parts, testimonials, collections, partners }: HomeContent): string[] =>
  parts.flatMap(({ part }) => {
    if (part.kind === "hero") return [part.wide, part.tall];
    if (part.kind === "categories") return part.tiles.map(({ title }) => tilePath(title));
    if (part.kind === "testimonials") return testimonials.map(({ avatar }) => avatar);
    if (part.kind === "collections") return collections.map(({ image }) => image);
    if (part.kind === "partners") return partners.map(({ logo }) => logo);
    return part.kind === "story" || part.kind === "banner" ? [part.picture] : [];
  });

/** Sections of the home page in order, ready to render; the page leaves out a section that is empty. */
export async function homeSections(
  db: Database,
  content: HomeContent,
  settings: Settings,
  goods: HomeGoods,
): Promise<HomeSection[]> {
  const pictures = await memoizedPictures(db, picturePaths(content));
  const picture = (path: string) => pictures.get(path) ?? null;
  const miles = milesOf(content.parts.map(({ part }) => part));
  return Promise.all(
    content.parts.map(({ id, part }, place) =>
      sectionOf(part, { ...content, db, id, mile: miles[place] ?? 0, settings, goods, picture }),
    ),
  );
}

/**
 * Numbers on the mile markers: the numbers from the texts, sorted, so that moved sections still count upwards; added sections get
 * numbers in between.
 */
function milesOf(parts: readonly HomePart[]): number[] {
  const own = parts
    .flatMap((part) => ("mile" in part && part.mile ? [Number(part.mile)] : []))
    .toSorted((one, other) => one - other);
  let last = 0;
  return parts.map((part) => {
    if (!("heading" in part) || part.kind === "partners") return 0;
    last = Math.max(last + 1, "mile" in part && part.mile ? (own.shift() ?? 0) : 0);
    return last;
  });
}

/**
 * Newest products of a top-level category: of the one named `key`, else of the first that has products among the second, the
 * first and the others. No category is chosen in a shop without products.
 */
export async function bestSellers(db: Database, top: Category[], key: string | null, terms: CardTerms) {
  const leads = await leadsToGoods(db);
  const categories = top
    .map(({ id, name }) => ({ id, name, key: bestOf({ name }) }))
    .filter(({ key: own }) => leads(`/shop/${own}`));
  const named = categories.find((category) => category.key === key);
  const [first, second, ...others] = categories;
  const list = categories.map(({ name, key: own }) => ({ name, key: own }));
  for (const chosen of [named, second, first, ...others]) {
    if (!chosen) continue;
    const cards = await newestIn(db, chosen.id, limits.bestSellers, terms);
    if (cards.length > 0) return { categories: list, chosen, cards };
  }
  return { categories: list, chosen: undefined, cards: [] };
}
