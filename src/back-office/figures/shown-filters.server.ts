import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { products } from "~/shop/catalog/catalog.tables";
import { stateName } from "~/shop/us-states";
import type { FiguresView } from "./figures-address";

/** Parameters that can filter a screen of figures. */
export type FilterName = "product" | "category" | "code" | "state" | "size";

/** A filter of a screen as its chip and its print version show it. */
export interface ShownFilter {
  key: FilterName;
  name: string;
  value: string;
}

const NAMES: Record<FilterName, string> = {
  product: "Product",
  category: "Category",
  code: "Code",
  state: "State",
  size: "Size",
};

/** The filters of a view that its screen applies (`applied`), with the name of a product in place of its id. */
export async function shownFilters(
  db: Pick<Database, "select">,
  view: FiguresView,
  applied: readonly FilterName[],
): Promise<ShownFilter[]> {
  const chosen = applied.flatMap((key) => (view[key] === null ? [] : [{ key, value: view[key] }]));
  return Promise.all(
    chosen.map(async ({ key, value }) => ({ key, name: NAMES[key], value: (await nameOf(db, key, value)) || "none" })),
  );
}

async function nameOf(db: Pick<Database, "select">, key: FilterName, value: string): Promise<string> {
  if (key === "state") return stateName(value);
  if (key !== "product" || value === "") return value;
  const [product] = await db.select({ name: products.name }).from(products).where(eq(products.id, value));
  return product?.name ?? value;
}
