import { describe, expect, test } from "vitest";
import { excerptOf } from "./excerpt";
import { postAddress, postAt, postSlug } from "./post";
import { readMore } from "./read-more";

describe("an article's address", () => {
  test("is its title in lower case with hyphens for spaces and all other characters kept (R-2.1-17)", () => {
    expect(postSlug("Ride Safe: Night")).toBe("ride-safe:-night");
    expect(decodeURIComponent(postAddress({ title: "Ride Safe: Night" }))).toBe("/blog/ride-safe:-night");
  });

  test("has special characters of the title encoded", () => {
    expect(postAddress({ title: "What? 50% / Off #1" })).toBe("/blog/what%3F-50%25-%2F-off-%231");
  });

  const posts = [{ title: "Ride Safe: Night" }, { title: "Ride Safe" }];
  test.each([["ride-safe:-night"], ["Ride-Safe:-Night"], ["ride-safe-night"]])(
    "%s finds the article Ride Safe: Night",
    (slug) => expect(postAt(posts, slug)).toBe(posts[0]),
  );

  test("finds nothing if no article has it", () => {
    expect(postAt(posts, "no-such-blog")).toBeUndefined();
    expect(postAt(posts, ":::")).toBeUndefined();
  });
});

describe("an excerpt", () => {
  test("is the first 100 characters of the text, without its tags (R-2.13-04)", () => {
    const excerpt = excerptOf({
      content: `<p>Salt &amp; <strong>rust</strong></p><p>${"a".repeat(200)}</p>`,
      description: "",
    });
    expect(excerpt).toBe(`Salt & rust ${"a".repeat(88)}...`);
  });

  test("ends at a word, unless that word is most of it", () => {
    const content = `<p>There are two kinds of winter riders. One kind rides through January to prove something. The other rides home.</p>`;
    expect(excerptOf({ content, description: "" })).toBe(
      "There are two kinds of winter riders. One kind rides through January to prove something. The other...",
    );
    expect(excerptOf({ content: `<p>${"mesa ".repeat(21)}</p>`, description: "" })).toBe(
      `${"mesa ".repeat(20).trim()}...`,
    );
  });

  test("has a space after each heading, paragraph and line, and none that the text does not have", () => {
    const content = "<h2>Spring</h2><p>Pack the <em>right</em>, <a href='/shop'>l</a>ight<br>things.</p><p>Ride</p>";
    expect(excerptOf({ content, description: "" })).toBe("Spring Pack the right, light things. Ride");
  });

  test("leaves out a picture at the start of the text", () => {
    const picture = '<img src="/a.webp" sizes="(width >= 48rem) 42rem, 100vw" alt="Green hill" width="1600"/>';
    expect(excerptOf({ content: `<p>${picture}First stop</p>`, description: "" })).toBe("First stop");
  });

  test("is the description if the text is empty, and a short text is not cut", () => {
    expect(excerptOf({ content: "<p> </p>", description: "Cold tires." })).toBe("Cold tires.");
  });
});

test("Read More lists at most six other articles, first those of the same category (R-2.13-13)", () => {
  const post = (id: number, category: string) => ({ id: String(id), category: { id: category, name: category } });
  const posts = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => post(id, id % 2 ? "odd" : "even"));
  const current = posts[1] ?? post(2, "even");

  expect(readMore(posts, current).map(({ id }) => id)).toEqual(["4", "6", "8", "1", "3", "5"]);
});
