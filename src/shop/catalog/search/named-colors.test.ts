import { afterEach, expect, test, vi } from "vitest";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { suggestedRows } from "./suggested-rows";

const { html, ask } = await openReadablePages();
afterEach(() => vi.unstubAllGlobals());

/** Addresses of the cards on a page, by the products' names. */
async function cardsOf(address: string): Promise<Map<string, string>> {
  const page = await html(address);
  return new Map(
    elementsOf(page, "article").flatMap((card) => {
      const [link = ""] = elementsOf(card, "a").filter((each) => attributeOf(each, "href")?.startsWith("/product/"));
      return link ? [[textOf(link), attributeOf(link, "href") ?? ""]] : [];
    }),
  );
}

const found = (query: string) => cardsOf(`/search?query=${encodeURIComponent(query)}`);

test("the cards in a search for a color open this color; without a color in the search they open the product's first", async () => {
  const [black, plain] = [await found("ash tee"), await found("tee")];
  expect(black.get("Sprocket Tee")).toMatch(/[?&]color=Ash(&|$)/);
  expect(plain.get("Sprocket Tee")).not.toContain("color=");
});

test("a list filtered by a color shows and opens this color; a product whose first color it is opens as ever (R-5-07)", async () => {
  const [ash, black, plain] = [
    await cardsOf("/shop/men?colors=Ash"),
    await cardsOf("/shop/men?colors=Black"),
    await cardsOf("/shop/men"),
  ];
  expect(ash.get("Sprocket Tee")).toMatch(/[?]color=Ash$/);
  expect(black.get("Sprocket Tee")).not.toContain("color=");
  expect([...plain.values()].filter((address) => address.includes("color="))).toEqual([]);
});

test("a suggestion also shows and opens the color that was typed", async () => {
  vi.stubGlobal("fetch", ask);
  const suggested = async (query: string) => {
    const rows = await suggestedRows(query, new AbortController().signal);
    return rows.flatMap((row) => (row.kind === "product" && row.name === "Sprocket Tee" ? [row] : []));
  };
  const [[typed], [plain]] = [await suggested("Ash tee"), await suggested("tee")];
  expect([typed?.color, typed?.address]).toEqual(["Ash", expect.stringMatching(/[?&]color=Ash$/)]);
  expect([plain?.color, plain?.address]).toEqual([undefined, expect.not.stringContaining("color=")]);
});
