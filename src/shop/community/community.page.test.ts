import { describe, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { attributeOf, elementOf, elementsOf, headingsOf, linkTo, sectionOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { html, json } = await openReadablePages();

describe("the community", async () => {
  const main = elementOf(await html("/community"), "main");

  test("has a welcome, a way to donate and the meetings (R-2.14-01, R-2.14-04, R-2.14-05, R-2.14-06)", () => {
    expect(headingsOf(main, 1)).toEqual(["Welcome To America's Largest Bikers Community!"]);
    expect(linkTo(main, "Donate Now")).toMatch(/^https:\/\/fundraising/);
    expect(
      ["Talk to us", "Get Support", "Collaborate WITH US", "WHAT TO WEAR?"].map((name) => linkTo(main, name)),
    ).toEqual(["/contact", "/contact", "/contact", "/shop/new-arrivals"]);
  });

  test("links to the blog with the right tab (R-2.13-02, R-2.14-06)", async () => {
    const blog = await html(linkTo(main, "Upcoming Bikers Events") ?? "");
    const chosen = elementsOf(blog, "a").filter((link) => attributeOf(link, "aria-selected") === "true");
    expect(chosen.map(textOf)).toEqual(["Biker Events"]);
  });

  test("offers each of the fifty states once (R-2.14-02)", () => {
    const states = elementsOf(elementOf(main, "select"), "option").map(textOf);
    expect(states).toHaveLength(51);
    expect(new Set(states.slice(1)).size).toBe(50);
    for (const name of ["name", "email"]) expect(main).toMatch(new RegExp(`<input[^>]* name="${name}"`));
  });

  test("announces ten events in the order of their dates, and none of more than two days ago", () => {
    const days = elementsOf(sectionOf(main, "On The Calendar"), "time").map((time) => attributeOf(time, "dateTime"));
    expect(days).toHaveLength(10);
    expect(days.toSorted()).toEqual(days);
    expect(days[0] ?? "").toMatch(/^\d{4}-\d\d-\d\d/);
    expect(Date.parse(days[0] ?? "")).toBeGreaterThan(Date.now() - 2 * DAY);
  });

  test("has its own text about the shop's services (R-2.3-22)", () => {
    expect(headingsOf(sectionOf(main, "Why shop here"), 3)).toEqual([
      "Customer Service",
      "Free Shipping",
      "Easy Returns",
      "Secure Payment",
    ]);
  });
});

interface BlogWire {
  title: string;
  content: string;
}

describe("the blog", async () => {
  const list = elementOf(await html("/blogs"), "main");
  const article = elementOf(await html("/blog/denim-vs-leather"), "main");

  test("has its title, a tab for all articles and one for each category (R-2.1-09, R-2.13-01)", async () => {
    const categories: { name: string }[] = await json("/api/blogs/categories");
    expect(headingsOf(list, 1)).toEqual(["Catch The Blogs"]);
    const tabs = elementsOf(list, "a").filter((link) => attributeOf(link, "role") === "tab");
    expect(tabs.map(textOf)).toEqual(["All", ...categories.map(({ name }) => name)]);
  });

  test("a card shows the day, the title and the first hundred letters of its article (R-2.13-04)", async () => {
    const [first]: BlogWire[] = await json("/api/blogs");
    const text = textOf((first?.content ?? "").replaceAll("<", " <"));
    const card = textOf(elementOf(list, "article"));

    expect(card).toContain("November 19, 2026");
    expect(card).toContain(first?.title ?? "-");
    const cut = text.slice(0, 100);
    expect(card).toContain(cut.slice(0, cut.lastIndexOf(" ")));
    expect(card).not.toContain(text.slice(0, 102));
  });

  test("the list has four articles, a banner, then the other articles (R-2.13-05)", () => {
    const [before = "", after = ""] = list.split("Ride More. Scroll Less.");
    expect(before.split("<article").length - 1).toBe(4);
    expect(after.split("<article").length - 1).toBeGreaterThan(0);
  });

  test("an article is found by its address, even with other letter case and added punctuation (R-2.1-09, R-4-48)", async () => {
    expect(headingsOf(await html("/blog/Denim-vs-Leather!"), 1)).toEqual(["Denim vs Leather"]);
  });

  test("an unknown article gets a message and a link to all articles (R-8-21)", async () => {
    const main = elementOf(await html("/blog/no-such-blog"), "main");
    expect(headingsOf(main, 1)).toEqual(["Blog not found"]);
    expect(linkTo(main, "All articles")).toBe("/blogs");
  });

  test("Read More lists at most six other articles, first those of the same category (R-2.13-13)", () => {
    const more = elementsOf(sectionOf(article, "Read More"), "article").map(textOf);
    expect(more).toHaveLength(6);
    expect(more[0]).toContain("Gear Guides");
    expect(more.join(" ")).not.toContain("Denim vs Leather");
  });

  test("an article has links to share it on Facebook, Pinterest, X and by mail (R-2.13-10)", () => {
    for (const [name, beginning] of [
      ["Share on Facebook", "https://www.facebook.com/"],
      ["Share on Pinterest", "https://www.pinterest.com/"],
      ["Share on X", "https://x.com/"],
      ["Share by mail", "mailto:"],
    ] as const) {
      const href = linkTo(article, name) ?? "";
      expect(href.startsWith(beginning)).toBe(true);
      expect(decodeURIComponent(href)).toContain("/blog/denim-vs-leather");
    }
  });
});
