import { expect, test } from "vitest";
import { withContents } from "./contents";

test("every section of an article can be jumped to", () => {
  const { html, sections } = withContents(
    "<p>Intro.</p><h2>What the cold does to <em>you</em></h2><p>Hands go first.</p>",
  );

  expect(sections).toEqual([{ id: "what-the-cold-does-to-you", text: "What the cold does to you" }]);
  expect(html).toContain('<h2 id="what-the-cold-does-to-you">What the cold does to <em>you</em></h2>');
});

test("two sections of the same name are two places", () => {
  const { sections } = withContents("<h2>Pack</h2><h2>Pack</h2>");

  expect(sections.map(({ id }) => id)).toEqual(["pack", "pack--2"]);
});

test("marks in a heading are read as they are meant", () => {
  expect(withContents("<h2>Oil &amp; water</h2>").sections).toEqual([{ id: "oil-water", text: "Oil & water" }]);
});
