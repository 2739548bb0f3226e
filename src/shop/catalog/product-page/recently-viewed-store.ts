import { jsonIn, stored } from "~/platform/browser-storage";
import { nullOr, number, read, shape, text } from "~/shop/json-shape";
import { limits } from "~/shop/limits";
import type { Picture } from "~/shop/picture";
import { PRODUCT_ID } from "../product-id-pattern";

/** A remembered product, without its price, which may change. */
export interface Viewed {
  id: string;
  name: string;
  picture: Picture | null;
}

/** Most remembered products. */
const MOST = 8;

const pixels = number({ whole: true });
const viewedShape = shape({
  id: text({ pattern: PRODUCT_ID }),
  name: text({ trimmed: true, least: 1, most: limits.text.line }),
  picture: nullOr(shape({ path: text(), hash: text(), width: pixels, height: pixels, alt: text() })),
});

/** Latest first, without repetition. */
export const withViewed = (list: Viewed[], viewed: Viewed): Viewed[] =>
  [viewed, ...list.filter(({ id }) => id !== viewed.id)].slice(0, MOST);

/** Stored products; invalid entries are dropped. */
function parseViewed(json: string): Viewed[] | null {
  const stored = jsonIn(json);
  if (!Array.isArray(stored)) return null;
  return stored.flatMap((entry: unknown) => read(viewedShape, entry) ?? []).slice(0, MOST);
}

/** Recently viewed products, in this browser only. */
export const viewedStore = stored<Viewed[]>(() => window.localStorage, "recently-viewed", {
  empty: [],
  parse: parseViewed,
  serialize: (list) => (list.length > 0 ? JSON.stringify(list) : null),
});
