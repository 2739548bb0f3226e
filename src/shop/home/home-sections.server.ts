import type { Database } from "~/platform/database.server";
import type { CardTerms } from "~/shop/catalog/cards/card-terms.server";
import { cardsById, type Category, markedBestSellers } from "~/shop/catalog/catalog.server";
import { isCollection } from "~/shop/catalog/collections";
import { listedPage } from "~/shop/catalog/listing/listing-query.server";
import type { Card } from "~/shop/catalog/product";
import { nextOccurrence } from "~/shop/community/schedule-days";
import { formatOccurrence } from "~/shop/community/schedule-words";
import { allEvents } from "~/shop/community/community.server";
import type { SocialPost } from "~/shop/community/film";
import type { Reel } from "~/shop/community/reel";
import { limits } from "~/shop/limits";
import type { Picture } from "~/shop/picture";
import type { Settings } from "~/shop/settings";
import { dayIn } from "~/shop/shop-time";
import type { HomePart } from "~/shop/texts/home-part";
import type { PageTexts } from "~/shop/texts/page-texts";
import { shownDate } from "~/shop/texts/previewed-texts.server";
import { faqs } from "~/shop/texts/faqs.server";
import { handPicked } from "./hand-picked";
import type { HomeSection } from "./home-section";

/** Path of the picture on a category's tile. */
export const tilePath = (title: string): string => `/media/scenes/category-${title.toLowerCase()}.webp`;

/** Maximum number of events and of questions in their sections. */
const SHOWN = { events: 3, questions: 4 };

/** Products, videos and posts for the sections of the home page, besides their texts. */
export interface HomeGoods {
  best: {
    categories: { key: string; name: string }[];
    chosen: (Pick<Category, "id" | "name"> & { key: string }) | undefined;
    cards: Card[];
  };
  /** Terms of the cards of products in the sections. */
  terms: CardTerms;
  reels: Reel[];
  posts: SocialPost[];
  /** Origin of the shop, for links to the shop in answers to questions. */
  address: string;
}

interface Shown {
  db: Database;
  id: string;
  mile: number;
  testimonials: PageTexts<"testimonials">;
  collections: PageTexts<"collections">;
  partners: PageTexts<"partners">;
  settings: Settings;
  goods: HomeGoods;
  picture(path: string): Picture | null;
}

type Part<K extends HomePart["kind"]> = Extract<HomePart, { kind: K }>;
type Drawn = HomeSection | Promise<HomeSection>;

/** Functions that make the data of each kind of section. */
const drawn: { [K in HomePart["kind"]]: (part: Part<K>, shown: Shown) => Drawn } = {
  hero({ kicker, title, highlight, href, text, buttons, wide, tall }, { id, picture }) {
    const texts = { kicker, title, highlight, href, text, buttons };
    return { kind: "hero", id, texts, wide: picture(wide), tall: picture(tall) };
  },
  partners({ heading: title }, { id, partners, picture }) {
    const logos = partners.map(({ _id, name, logo }) => ({ id: _id, name, logo: picture(logo) }));
    return { kind: "partners", id, title, partners: logos };
  },
  bestSellers({ heading: title, text, link: words = "SHOP ALL" }, { id, mile, goods }) {
    const { categories, chosen, cards } = goods.best;
    const all = chosen ? `/shop/${chosen.key}` : "";
    return { kind: "products", id, title, text, words, mile, categories, chosen: chosen?.key, all, cards };
  },
  async products(part, { db, id, mile, goods }) {
    const { heading: title, text, button: words } = part;
    const all = isCollection(part.from) ? `/shop/${part.from}` : "/search";
    return { kind: "products", id, title, text, words, mile, all, cards: await rowOf(db, part, goods.terms) };
  },
  categories({ heading: title, tiles }, { id, mile, picture }) {
    const pictured = tiles.map(({ productId: _, ...tile }) => ({ ...tile, picture: picture(tilePath(tile.title)) }));
    return { kind: "categories", id, title, mile, tiles: pictured };
  },
  videos: ({ heading: title, text }, { id, mile, goods }) => ({
    kind: "films",
    id,
    title,
    text,
    mile,
    reels: goods.reels,
  }),
  social: ({ heading: title, text }, { id, mile, goods }) => ({
    kind: "posts",
    id,
    title,
    text,
    mile,
    posts: goods.posts,
  }),
  testimonials({ heading: title, text }, { id, mile, testimonials, picture }) {
    const riders = testimonials.map(({ _id, avatar, ...words }) => ({ id: _id, ...words, avatar: picture(avatar) }));
    return { kind: "quotes", id, title, text, mile, testimonials: riders };
  },
  quote({ heading: title, quote, name, location }, { id, mile }) {
    const rider = { id, quote, name, age: null, location, avatar: null };
    return { kind: "quotes", id, title, mile, testimonials: [rider] };
  },
  collections({ heading: title }, { id, mile, collections, picture }) {
    const tiles = collections.map(({ _id, title: name, text, button, href, image }) => ({
      id: _id,
      title: name,
      text,
      button,
      href,
      picture: picture(image),
    }));
    return { kind: "collections", id, title, mile, collections: tiles };
  },
  banner: ({ heading: title, button, href, picture: path }, { id, mile, picture }) => ({
    kind: "banner",
    id,
    title,
    mile,
    button,
    href,
    picture: picture(path),
  }),
  story: ({ heading: title, text, button, href, picture: path }, { id, mile, picture }) => ({
    kind: "story",
    id,
    title,
    text,
    mile,
    button,
    href,
    picture: picture(path),
  }),
  benefits: ({ items }, { id }) => ({ kind: "benefits", id, items }),
  async questions(part, { db, id, mile, settings, goods }) {
    const items = await questionsOf(db, part, settings, goods);
    return { kind: "benefits", id, title: part.heading, mile, items };
  },
  async events({ heading: title }, { db, id, mile, settings }) {
    return { kind: "benefits", id, title, mile, items: await nextEvents(db, settings) };
  },
};

/** Builds a section as the page renders it. */
export const sectionOf = async (part: HomePart, shown: Shown): Promise<HomeSection> =>
  // The type of `drawn` guarantees that each function receives its own kind of section.
  (drawn[part.kind] as (part: HomePart, shown: Shown) => Drawn)(part, shown);

async function rowOf(
  db: Database,
  { from, products: typed }: Extract<HomePart, { kind: "products" }>,
  terms: CardTerms,
): Promise<Card[]> {
  const most = limits.bestSellers;
  if (from === "hand") return cardsById(db, handPicked(typed).slice(0, most * 2), terms);
  if (isCollection(from)) {
    const { ids } = await listedPage(db, { collection: from }, { sort: "newest", most });
    return cardsById(db, ids, terms);
  }
  return cardsById(db, await markedBestSellers(db, most), terms);
}

async function questionsOf(
  db: Database,
  { group }: { group: string },
  settings: Settings,
  { address }: Pick<HomeGoods, "address">,
) {
  const groups = await faqs(db, settings, address);
  const chosen = groups.find(({ id }) => id === group) ?? groups[0];
  return (chosen?.questions ?? []).slice(0, SHOWN.questions).map(({ question, answer }) => ({
    icon: "",
    title: question,
    text: answer,
    href: "/faqs",
  }));
}

async function nextEvents(db: Database, settings: Settings) {
  const today = dayIn(shownDate(), settings.timeZone);
  return (await allEvents(db))
    .map((event) => ({ ...event, turn: nextOccurrence(event.schedule, today) }))
    .toSorted((one, other) => (one.turn.first < other.turn.first ? -1 : 1))
    .slice(0, SHOWN.events)
    .map(({ name, city, state, turn }) => ({
      icon: "pin",
      title: name,
      text: `${formatOccurrence(turn)}. ${city}, ${state}.`,
      href: "/community",
    }));
}
