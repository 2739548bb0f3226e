import { centsOfDollars, type Cents } from "~/shop/money";

/** Prices between which a query asks for goods. */
export interface PriceBounds {
  least?: Cents | undefined;
  most?: Cents | undefined;
}

/** A query's words about prices, and the rest of the query. */
export interface PricedQuery {
  rest: string;
  bounds: PriceBounds;
  /** The words about prices as typed; empty without any. */
  typed: string;
  /** Whether nothing that was looked for has such a price, so that goods of other prices were found. */
  isDropped?: boolean;
}

const AMOUNT = String.raw`\$ ?(\d{1,2},\d{3}|\d{1,5}(?:\.\d\d)?)(?: ?(?:dollars?|bucks|usd|\$))?(?![\p{L}\p{N}/]|[.,]\d)`;
/** An amount with or without a sign. A number before a slash is a size, such as 36/34. */
const BARE = AMOUNT.replace(String.raw`\$ ?`, String.raw`\$? ?`);
/** An amount that is one by the word after it. */
const IN_DOLLARS = String.raw`(\d{1,2},\d{3}|\d{1,5}(?:\.\d\d)?) ?(?:dollars?|bucks|usd)(?![\p{L}\p{N}])`;
const AT_MOST = "under|below|less than|cheaper than|no more than|not more than|at most|up to|max|maximum|within";
const AT_LEAST = "over|above|more than|at least";

const pattern = (text: string) => new RegExp(`(?<![\\p{L}\\p{N}])${text}`, "u");

const between = (one: Cents, other: Cents): PriceBounds =>
  one <= other ? { least: one, most: other } : { least: other, most: one };

/** Ways to write prices, the longest first. Each takes what it means from the groups of its pattern. */
const WAYS: { pattern: RegExp; boundsOf: (one: Cents, other: Cents) => PriceBounds }[] = [
  {
    pattern: pattern(`between ${BARE} (?:and|to) ${BARE}`),
    boundsOf: between,
  },
  {
    pattern: pattern(`${AMOUNT} ?(?:-|to) ?${BARE}`),
    boundsOf: between,
  },
  { pattern: pattern(`${BARE} (?:or|and) (?:less|under|below|cheaper|lower)`), boundsOf: (most) => ({ most }) },
  { pattern: pattern(`${BARE} (?:or|and) (?:more|over|above|up)`), boundsOf: (least) => ({ least }) },
  { pattern: pattern(`(?:${AT_MOST}) ${BARE}`), boundsOf: (most) => ({ most }) },
  { pattern: pattern(`(?:${AT_LEAST}) ${BARE}`), boundsOf: (least) => ({ least }) },
  { pattern: pattern(AMOUNT), boundsOf: (most) => ({ most }) },
  { pattern: pattern(IN_DOLLARS), boundsOf: (most) => ({ most }) },
];

/** Splits a normalized query into its words about prices, such as "under $400", and the others. An amount alone is the most. */
export function pricedQuery(query: string): PricedQuery {
  for (const { pattern, boundsOf } of WAYS) {
    const found = pattern.exec(query);
    if (!found) continue;
    const [typed, one = "", other = ""] = found;
    const rest = `${query.slice(0, found.index)} ${query.slice(found.index + typed.length)}`.replace(/ +/g, " ").trim();
    return { rest, bounds: boundsOf(centsIn(one), centsIn(other)), typed };
  }
  return { rest: query, bounds: {}, typed: "" };
}

const centsIn = (amount: string): Cents => centsOfDollars(Number(amount.replace(",", "")));
