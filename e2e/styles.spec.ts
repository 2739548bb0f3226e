import { brotliCompressSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { alive, productNamed, withoutPopUp } from "./support";
import { test } from "./support/test";

/** Limit of the inline styles of a document, in bytes of brotli. Each kilobyte delays the first paint on a slow line by 5 ms. */
const MOST = { "/": 13_800, "/shop/men": 10_200, product: 12_100, "/cart": 6_700, "/checkout": 7_800 };

async function addressOf(page: Page, place: string): Promise<string> {
  if (place.startsWith("/")) return place;
  const { _id } = await productNamed(page, "Outlaw Leather Jacket");
  return `/product/outlaw-leather-jacket-${_id}`;
}

test("a document contains the styles of its first paint as inline styles within the limit", async ({ page }) => {
  for (const [place, most] of Object.entries(MOST)) {
    const document = await (await page.request.get(await addressOf(page, place))).text();
    const [, styles = ""] = /<style>([^]*?)<\/style>/.exec(document) ?? [];
    expect(styles, place).toContain("@layer");
    const bytes = brotliCompressSync(styles).byteLength;
    expect(bytes, `${place}: bytes of its styles`).toBeLessThanOrEqual(most);
  }
});

test("the content security policy allows a document's inline styles, and the page then loads one style sheet as a file", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && refused.push(message.text())));
  await withoutPopUp(page);
  for (const place of Object.keys(MOST)) {
    await page.goto(await addressOf(page, place));
    await alive(page);
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href !== null));
    expect(sheets, `${place}: its own, then the rest as a file`).toEqual([false, true]);
  }
  expect(refused).toEqual([]);
});

test("a phone requests fonts after the first pictures and the second style sheet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await withoutPopUp(page);
  for (const place of ["/shop/men", "product"]) {
    const asked: string[] = [];
    const note = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname);
    page.on("request", note);
    await page.goto(await addressOf(page, place));
    await alive(page);
    await page.evaluate(() => document.fonts.ready);
    page.off("request", note);
    const first = (kind: RegExp) => asked.findIndex((path) => kind.test(path));
    expect(first(/\.(avif|webp|jpe?g)$/), `${place}: a picture`).toBeGreaterThan(-1);
    expect(first(/\.later-[^/]*\.css$/), `${place}: the rest`).toBeGreaterThan(first(/\.(avif|webp|jpe?g)$/));
    expect(first(/\.woff2$/), `${place}: a font`).toBeGreaterThan(first(/\.later-[^/]*\.css$/));
  }
});
