import { expect, test } from "vitest";
import { withContents } from "./contents";

test("a section heading (h2) of an article gets an anchor", () => {
  const { html, sections } = withContents(
    "<p>Intro.</p><h2>What the cold does to <em>you</em></h2><p>Hands go first.</p>",
  );

  expect(sections).toEqual([{ id: "what-the-cold-does-to-you", text: "What the cold does to you" }]);
  expect(html).toContain('<h2 id="what-the-cold-does-to-you">What the cold does to <em>you</em></h2>');
});

test("two headings with the same text get different anchors", () => {
  const { sections } = withContents("<h2>Pack</h2><h2>Pack</h2>");

  expect(sections.map(({ id }) => id)).toEqual(["pack", "pack--2"]);
});

test("HTML entities in a heading are decoded for the table of contents", () => {
  expect(withContents("<h2>Oil &amp; water</h2>").sections).toEqual([{ id: "oil-water", text: "Oil & water" }]);
});
