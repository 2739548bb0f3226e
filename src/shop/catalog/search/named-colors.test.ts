import { expect, test } from "vitest";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { html } = await openReadablePages();

/** Addresses of the cards that a search shows, by their names. */
async function found(query: string): Promise<Map<string, string>> {
  const page = await html(`/search?query=${encodeURIComponent(query)}`);
  return new Map(
    elementsOf(page, "article").flatMap((card) => {
      const [link = ""] = elementsOf(card, "a").filter((each) => attributeOf(each, "href")?.startsWith("/product/"));
      return link ? [[textOf(link), attributeOf(link, "href") ?? ""]] : [];
    }),
  );
}

test("a search that names a color opens its cards on that color; any other leaves the product's first", async () => {
  const [black, plain] = [await found("ash tee"), await found("tee")];
  expect(black.get("Sprocket Tee")).toMatch(/[?&]color=Ash(&|$)/);
  expect(plain.get("Sprocket Tee")).not.toContain("color=");
});
