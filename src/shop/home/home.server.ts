import type { Database } from "~/platform/database.server";
import { totalOfShop } from "~/shop/catalog/listing/listing-query.server";
import { type Category, newestIn } from "~/shop/catalog/catalog.server";
import { pageContent } from "~/shop/texts/texts.server";
import { limits } from "~/shop/limits";
import type { Picture } from "~/shop/picture";
import type { Settings } from "~/shop/settings";
import { bestOf } from "./best";

const HERO = { wide: "/media/scenes/hero.webp", tall: "/media/scenes/hero-portrait.webp" };
const tilePath = (title: string) => `/media/scenes/category-${title.toLowerCase()}.webp`;

/** Texts of the home page, by their keys. */
export async function homeContent(db: Database, settings: Settings) {
  const [home, testimonials, collections, partners] = await Promise.all([
    pageContent(db, "home", settings),
    pageContent(db, "testimonials", settings),
    pageContent(db, "collections", settings),
    pageContent(db, "partners", settings),
  ]);
  return { home, testimonials, collections, partners };
}

type HomeContent = Awaited<ReturnType<typeof homeContent>>;

/** The paths of all pictures that home's texts name. */
export const picturePaths = ({ home, testimonials, collections, partners }: HomeContent): string[] => [
  HERO.wide,
  HERO.tall,
  ...home.categoryTiles.map(({ title }) => tilePath(title)),
  ...testimonials.map(({ avatar }) => avatar),
  ...collections.map(({ image }) => image),
  ...partners.map(({ logo }) => logo),
];

/** Texts of the home page's sections, each with its picture if any. */
export function withPictures(
  { home, testimonials, collections, partners }: HomeContent,
  pictures: ReadonlyMap<string, Picture>,
) {
  const picture = (path: string) => pictures.get(path) ?? null;
  return {
    texts: { hero: home.hero, sections: home.sections, benefits: home.benefits.home },
    hero: { wide: picture(HERO.wide), tall: picture(HERO.tall) },
    partners: partners.map(({ _id, name, logo }) => ({ id: _id, name, logo: picture(logo) })),
    tiles: home.categoryTiles.map((tile) => ({ ...tile, picture: picture(tilePath(tile.title)) })),
    testimonials: testimonials.map(({ _id, avatar, ...words }) => ({ id: _id, ...words, avatar: picture(avatar) })),
    collections: collections.map(({ _id, title, text, button, href, image }) => ({
      id: _id,
      title,
      text,
      button,
      href,
      picture: picture(image),
    })),
  };
}

/**
 * Newest products of a top-level category: the one named by `key`, else the second, else the first with products. Undefined in an empty
 * shop.
 */
export async function bestSellers(db: Database, top: Category[], key: string | null, settings: Settings) {
  const categories = top.map(({ id, name }) => ({ id, name, key: bestOf({ name }) }));
  const named = categories.find((category) => category.key === key);
  const [first, second, ...others] = categories;
  const list = categories.map(({ name, key: own }) => ({ name, key: own }));
  for (const chosen of [named, second, first, ...others]) {
    if (!chosen) continue;
    const cards = await newestIn(db, chosen.id, limits.bestSellers, settings);
    if (cards.length > 0 || (chosen === named && (await totalOfShop(db)) > 0))
      return { categories: list, chosen, cards };
  }
  return { categories: list, chosen: undefined, cards: [] };
}
