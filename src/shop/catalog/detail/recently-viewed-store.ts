import { z } from "zod";
import { jsonIn, stored } from "~/platform/browser-storage";
import { limits } from "~/shop/limits";
import { Picture } from "~/shop/picture";
import { ProductId } from "../product";

/** What is remembered of a product that was looked at: no price, because prices change. */
export const Viewed = z.object({
  id: ProductId,
  name: z.string().trim().min(1).max(limits.text.line),
  picture: Picture.nullable(),
});
export type Viewed = z.infer<typeof Viewed>;

/** The latest view comes first; seen again is seen once. */
export const withViewed = (list: Viewed[], viewed: Viewed): Viewed[] =>
  [viewed, ...list.filter(({ id }) => id !== viewed.id)].slice(0, limits.recentlyViewed);

/** What stands in the storage; anything that is not ours is left out. */
function parseViewed(text: string): Viewed[] | null {
  const stored = jsonIn(text);
  if (!Array.isArray(stored)) return null;
  return stored
    .flatMap((entry: unknown) => {
      const viewed = Viewed.safeParse(entry);
      return viewed.success ? [viewed.data] : [];
    })
    .slice(0, limits.recentlyViewed);
}

/** The products looked at last, in this browser only. */
export const viewedStore = stored<Viewed[]>(() => window.localStorage, "recently-viewed", {
  empty: [],
  parse: parseViewed,
  serialize: (list) => (list.length > 0 ? JSON.stringify(list) : null),
});
