import type { Page } from "@playwright/test";

/** A product as the API tells it, as far as the journeys look. */
export interface ProductWire {
  _id: string;
  name: string;
  address: string;
  images: string[];
  salePrice: number;
  price?: number;
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

/** Until the script has taken the page over. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector<HTMLFormElement>("footer form") ?? document.querySelector("form");
    return form === null ? document.readyState === "complete" : form.noValidate;
  });
}

/** A product of the demo shop by its name. */
export async function productNamed(page: Page, name: string): Promise<ProductWire> {
  const response = await page.request.get(`/api/products/search?query=${encodeURIComponent(name)}`);
  const found = ((await response.json()) as ProductWire[]).find((product) => product.name === name);
  if (!found) throw new Error(`${name} is not in the demo shop.`);
  return found;
}

/** The line that choosing a size and a color makes; without a choice, of the pair with the most left. */
export async function lineOf(
  page: Page,
  name: string,
  { size, color, quantity = 1 }: { size?: string; color?: string; quantity?: number } = {},
): Promise<StoredLine> {
  const product = await productNamed(page, name);
  const pairs = Object.entries(product.variantCombinations).flatMap(([key, entries]) =>
    entries.map((entry) => ({ ...entry, size: key })),
  );
  const [pair] = pairs
    .filter((entry) => (size ?? entry.size) === entry.size && (color ?? entry.color) === entry.color)
    .toSorted((a, b) => (b.stock ?? 1e6) - (a.stock ?? 1e6));
  if (!pair) throw new Error(`${name} is not sold like that.`);
  return {
    product: product._id,
    name,
    size: pair.size,
    color: pair.color,
    image: pair.image ?? product.images[0] ?? "",
    quantity,
    price: product.salePrice || pair.price || product.price || 0,
  };
}

/** Stores something as if this browser had been here before. */
export async function remember(page: Page, entries: Record<string, unknown>): Promise<void> {
  await page.goto("/site.webmanifest");
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored))
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }, entries);
}

/** What this browser keeps under a key. */
export const kept = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null") as unknown, key);

/** The dialog for letters stays away. */
export const noPopUp = { newsletterPopUp: String(Date.UTC(2100, 0, 1)) };

/** The clock stands still at the moment the page is opened. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  const now = Date.UTC(2026, 5, 1);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
  await page.goto(address);
  await alive(page);
}

/** 189.5 → "$189.50". */
export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
