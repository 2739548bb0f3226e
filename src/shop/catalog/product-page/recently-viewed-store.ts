import { jsonIn, stored } from "~/platform/browser-storage";
import { nullOr, number, read, shape, text } from "~/shop/json-shape";
import { limits } from "~/shop/limits";
import type { Picture } from "~/shop/picture";
import { PRODUCT_ID } from "../product-id-pattern";

/** A viewed product. Its price is not stored, because it may change. */
export interface Viewed {
  id: string;
  name: string;
  picture: Picture | null;
}

/** Maximum number of stored products. */
const MOST = 8;

const pixels = number({ whole: true });
const viewedShape = shape({
  id: text({ pattern: PRODUCT_ID }),
  name: text({ trimmed: true, least: 1, most: limits.text.line }),
  picture: nullOr(shape({ path: text(), hash: text(), width: pixels, height: pixels, alt: text() })),
});

/** Adds a product to the list: latest first, without repetition. */
export const withViewed = (list: Viewed[], viewed: Viewed): Viewed[] =>
  [viewed, ...list.filter(({ id }) => id !== viewed.id)].slice(0, MOST);

/** Parses stored products; invalid entries are dropped. */
function parseViewed(json: string): Viewed[] | null {
  const stored = jsonIn(json);
  if (!Array.isArray(stored)) return null;
  return stored.flatMap((entry: unknown) => read(viewedShape, entry) ?? []).slice(0, MOST);
}

/** Recently viewed products, stored only in this browser. */
export const viewedStore = stored<Viewed[]>(() => window.localStorage, "recently-viewed", {
  empty: [],
  parse: parseViewed,
  serialize: (list) => (list.length > 0 ? JSON.stringify(list) : null),
});
