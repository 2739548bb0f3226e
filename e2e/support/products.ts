import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { atTheDatabase } from "./database";

/** A product as the API returns it, with the fields that the tests read. */
export interface ProductWire {
  _id: string;
  name: string;
  address: string;
  images: string[];
  salePrice: number;
  price?: number;
  colorImages: Record<string, string[]>;
  variants: { name: string; values: string[] }[];
  variantCombinations: Record<
    string,
    { color: string; image: string | null; price: number | null; stock: number | null }[]
  >;
}

export interface StoredLine {
  product: string;
  name: string;
  size: string;
  color: string;
  image: string;
  quantity: number;
  price: number;
}

/** Locates the card of a product on the page. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Returns the names on the cards of a listing, in their order. */
export const cardNames = (page: Page): Promise<string[]> =>
  page.getByRole("tabpanel", { name: "Products" }).getByRole("article").getByRole("heading").allTextContents();

/** Fetches a product of the demo shop by its name. */
export async function productNamed(page: Page, name: string): Promise<ProductWire> {
  const response = await page.request.get(`/api/products/search?query=${encodeURIComponent(name)}`);
  const found = ((await response.json()) as ProductWire[]).find((product) => product.name === name);
  if (!found) throw new Error(`${name} is not in the demo shop.`);
  return found;
}

/** Returns a bag line for a size and a color of a product; by default, for the variant with the most pieces in stock. */
export async function lineOf(
  page: Page,
  name: string,
  { size, color, quantity = 1 }: { size?: string; color?: string; quantity?: number } = {},
): Promise<StoredLine> {
  const product = await productNamed(page, name);
  const variants = Object.entries(product.variantCombinations).flatMap(([key, entries]) =>
    entries.map((entry) => ({ ...entry, size: key })),
  );
  const [variant] = variants
    .filter((entry) => (size ?? entry.size) === entry.size && (color ?? entry.color) === entry.color)
    .toSorted((a, b) => (b.stock ?? 1e6) - (a.stock ?? 1e6));
  if (!variant) throw new Error(`${name} is not sold like that.`);
  return {
    product: product._id,
    name,
    size: variant.size,
    color: variant.color,
    image: variant.image ?? product.images[0] ?? "",
    quantity,
    price: product.salePrice || variant.price || product.price || 0,
  };
}

/** Opens a product's page by its name. */
export async function openProduct(page: Page, name: string): Promise<string> {
  const { _id } = await productNamed(page, name);
  await page.goto(`/product/anything-at-all-${_id}`);
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  return _id;
}

/** Parses an amount in dollars: "$389.00" becomes 389. */
export const amountOf = (text: string): number => Number(/\$([\d.,]+)/.exec(text)?.[1]?.replaceAll(",", ""));

/** Formats an amount in dollars: 189.5 becomes "$189.50". */
export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** Inserts a published product in one size and color, among the headwear, which no test counts; returns its id. */
export async function published(name: string): Promise<string> {
  const id = randomUUID().replaceAll("-", "").slice(0, 24);
  await atTheDatabase(
    `insert into products (id, name, position, price_cents, category_id, kind_for_tax, published_status)
     select $1, $2, 9000, 2000, category_id, 'clothing', 'published' from products where name = 'Dust Bandana'`,
    [id, name],
  );
  await atTheDatabase(
    "insert into product_colors (product_id, name, swatch, position) values ($1, 'Black', '#121212', 0)",
    [id],
  );
  await atTheDatabase("insert into variants (product_id, size, color, position) values ($1, 'M', 'Black', 0)", [id]);
  return id;
}
