import { byName } from "~/platform/by-name";
import type { HomePart } from "./home-part";

/** Sections of the home page by id. */
export type HomeParts = Record<string, HomePart>;

/**
 * A kind of section that members can add to the home page: name, description, empty texts, the texts that it needs to be shown,
 * and maximum number.
 */
interface AddedKind {
  kind: HomePart["kind"];
  name: string;
  shows: string;
  empty: Record<string, string>;
  needed: readonly string[];
  most: number;
}

/** Kinds of sections that members can add. */
export const addedKinds: readonly AddedKind[] = [
  {
    kind: "products",
    name: "Row of products",
    shows: "By hand, by category or what sold",
    empty: { heading: "", text: "", from: "best", products: "", button: "Shop all" },
    needed: ["heading"],
    most: 4,
  },
  {
    kind: "story",
    name: "Story",
    shows: "A heading, a text, a picture",
    empty: { heading: "", text: "", picture: "", button: "", href: "" },
    needed: ["heading", "text", "picture"],
    most: 4,
  },
  {
    kind: "banner",
    name: "Banner",
    shows: "One picture, one line, one button",
    empty: { heading: "", picture: "", button: "", href: "" },
    needed: ["heading", "picture", "button", "href"],
    most: 4,
  },
  {
    kind: "quote",
    name: "Quote",
    shows: "A rider, in their own words",
    empty: { heading: "", quote: "", name: "", location: "" },
    needed: ["heading", "quote", "name"],
    most: 4,
  },
  {
    kind: "questions",
    name: "Questions",
    shows: "Chosen from the FAQ",
    empty: { heading: "", group: "" },
    needed: ["heading"],
    most: 2,
  },
  {
    kind: "events",
    name: "Events",
    shows: "The next three, by themselves",
    empty: { heading: "" },
    needed: ["heading"],
    most: 1,
  },
];

/** Sources of the products that a section can show; a test compares them with the shop's collections. */
export const rowsOfProducts: readonly { from: string; name: string }[] = [
  { from: "best", name: "What sold in the last days" },
  { from: "new-arrivals", name: "New arrivals" },
  { from: "men", name: "Men" },
  { from: "women", name: "Women" },
  { from: "accessories", name: "Accessories" },
  { from: "headwear", name: "Headwear" },
  { from: "final-sale", name: "Final sale" },
  { from: "hand", name: "Chosen by hand" },
];

/** Ids of sections that may be added. A removed section keeps its id, so that the removal can be undone. */
export const addedIds: readonly { id: string; kind: AddedKind }[] = addedKinds.flatMap((kind) =>
  Array.from({ length: kind.most }, (_, place) => ({ id: `${kind.kind}${place + 1}`, kind })),
);

/** Names of the sections that every home page has. */
export const STANDING = byName<string>({
  hero: "Opening picture",
  partners: "Partners",
  bestSellers: "Best sellers",
  categories: "Categories",
  videos: "Films",
  testimonials: "Riders' words",
  collections: "Collections",
  social: "From the feed",
  benefits: "Why shop here",
});

/** Name of a section by its id. */
export const partName = (id: string): string =>
  STANDING[id] ?? addedIds.find((each) => each.id === id)?.kind.name ?? "Section";

const HERO = { href: "", wide: "/media/scenes/hero.webp", tall: "/media/scenes/hero-portrait.webp" };

/**
 * The home page's texts with all sections in `parts`. Delivered texts, and texts that no member has changed, still store each
 * section under a name of its own, in the previous release's form.
 */
export function withParts(content: unknown): unknown {
  if (typeof content !== "object" || content === null || "parts" in content) return content;
  const { hero, sections, categoryTiles, benefits } = content as Record<string, Record<string, unknown> | undefined>;
  const texts: Record<string, unknown> = {
    hero: { ...HERO, ...hero },
    ...sections,
    categories: { ...(sections?.categories as object | undefined), tiles: categoryTiles },
    benefits: { items: benefits?.home },
  };
  const parts = Object.keys(STANDING).map((id, place) => [
    id,
    { kind: id, place: String((place + 1) * 10), state: "shown", ...(texts[id] as object | undefined) },
  ]);
  return { ...content, parts: Object.fromEntries(parts) };
}

/** The home page's texts without the fields that only the previous release reads. To be removed with the next release. */
export function withoutFormerPlaces(content: unknown): unknown {
  const { hero, sections, categoryTiles, ...rest } = withParts(content) as Record<string, unknown>;
  return "parts" in rest ? rest : content;
}

/** The home page's texts with all sections that can be added, as empty sections in the state `removed`. */
export function withAddedParts<T>(content: T): T {
  const whole = withParts(content) as { parts?: Record<string, unknown> };
  const added = addedIds.map(({ id, kind: { kind, empty } }) => [
    id,
    { kind, place: "1000", state: "removed", ...empty },
  ]);
  return { ...whole, parts: { ...Object.fromEntries(added), ...whole.parts } } as T;
}

/** Sections in their order, without removed ones. */
export const orderedParts = (parts: Readonly<Record<string, unknown>>): { id: string; part: HomePart }[] =>
  Object.entries(parts as HomeParts)
    .filter(([, { state }]) => state !== "removed")
    .map(([id, part]) => ({ id, part }))
    .toSorted((one, other) => Number(one.part.place) - Number(other.part.place) || (one.id < other.id ? -1 : 1));

/** New positions after a section is moved one step; empty if the section is already at that end. */
export function placesAfterMove(ids: readonly string[], id: string, step: -1 | 1): Record<string, string> {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return {};
  const moved = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  return Object.fromEntries(moved.map((each, place) => [`parts.${each}.place`, String((place + 1) * 10)]));
}
