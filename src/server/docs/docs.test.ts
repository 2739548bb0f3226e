import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { shopApp } from "../app";

const shop = await openTestShop();
const app = shopApp(shop, { pages: async () => new Response() });
const get = (path: string) => app.fetch(new Request(`${shop.address}${path}`));

test("the API reference has the path and the summary of every call without a script, and loads nothing from other hosts", async () => {
  const answer = await get("/api/docs");
  const page = await answer.text();
  const { paths } = (await (await get("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const text = page
    .replace(/<wbr\/>|<\/?span[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"');

  expect(page.length).toBeLessThan(200_000);
  for (const [path, methods] of Object.entries(paths))
    for (const { summary } of Object.values(methods)) {
      expect(text).toContain(path);
      expect(text).toContain(summary);
    }
  expect(text).toContain(`curl '${shop.address}/api/products/search?query=jacket'`);
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});
