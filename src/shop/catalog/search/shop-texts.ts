import { bareWords } from "./match-and-rank";
import { formsOf, type QueryUnit } from "./query-words";

/** A page or FAQ answer among search results. */
export interface FoundText {
  kind: "page" | "answer";
  title: string;
  address: string;
  excerpt: string;
  /** Whether the title matches every word. */
  isNamed: boolean;
}

/** A text that can be searched. `words`: further words that find the text and are not shown. */
export interface ShopText extends Omit<FoundText, "isNamed"> {
  words: string;
}

/** Pages whose texts are in the code, with words by which shoppers may search for them. */
export const SHOP_PAGES: readonly ShopText[] = [
  {
    kind: "page",
    title: "Order Status",
    address: "/order-status",
    excerpt: "Where an order is, by its number and your e-mail.",
    words: "track tracking parcel package find my orders delivery shipping",
  },
  {
    kind: "page",
    title: "Return or Exchange",
    address: "/return-or-exchange",
    excerpt: "Start a return or an exchange with your order number.",
    words: "returns exchanges refund send back wrong size",
  },
  {
    kind: "page",
    title: "FAQ",
    address: "/faqs",
    excerpt: "Answers about orders, delivery, returns and sizes.",
    words: "faqs questions answers help support size guide shipping",
  },
  {
    kind: "page",
    title: "Contact",
    address: "/contact",
    excerpt: "Write to us. A person answers.",
    words: "contact us customer service support help phone email e-mail message",
  },
  {
    kind: "page",
    title: "Community",
    address: "/community",
    excerpt: "Chapters, events and films.",
    words: "events meetups meet-ups rides chapters clubs videos",
  },
  {
    kind: "page",
    title: "Blog",
    address: "/blogs",
    excerpt: "Stories and know-how.",
    words: "blogs articles stories news",
  },
  { kind: "page", title: "About", address: "/about", excerpt: "Who we are.", words: "about us story company who" },
  {
    kind: "page",
    title: "Wishlist",
    address: "/wishlist",
    excerpt: "What you put aside.",
    words: "favorites favourites saved hearts",
  },
];

/** A text with its words, split for searching. */
export interface SearchedText {
  text: ShopText;
  titleWords: ReadonlySet<string>;
  allWords: ReadonlySet<string>;
}

export function searchedText(text: ShopText): SearchedText {
  const titleWords = new Set(bareWords(text.title));
  return { text, titleWords, allWords: new Set([...titleWords, ...bareWords(text.words)]) };
}

/** Texts that match every unit of a query: first texts whose title matches, and among equals pages before answers. */
export function textsWith(units: readonly QueryUnit[], texts: readonly SearchedText[], most: number): FoundText[] {
  if (units.length === 0) return [];
  return texts
    .flatMap(({ text: { words: _, ...text }, titleWords, allWords }): FoundText[] => {
      if (isIn(units, titleWords)) return [{ ...text, isNamed: true }];
      return isIn(units, allWords) ? [{ ...text, isNamed: false }] : [];
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, most);
}

const rankOf = ({ isNamed, kind }: FoundText): number => (isNamed ? 0 : 2) + (kind === "page" ? 0 : 1);

const isIn = (units: readonly QueryUnit[], words: ReadonlySet<string>): boolean =>
  units.every(({ own, alike }, place) =>
    [own, ...alike].some((phrase) =>
      phrase.every(
        (word) =>
          formsOf(word).some((form) => words.has(form)) ||
          (place === units.length - 1 && phrase === own && beginsAny(word, words)),
      ),
    ),
  );

/** Minimum length of a last word that is searched as incomplete; a shorter one would begin too many words. */
const SHORTEST_BEGINNING = 4;
const beginsAny = (word: string, words: ReadonlySet<string>): boolean =>
  word.length >= SHORTEST_BEGINNING && [...words].some((other) => other.startsWith(word));
