import { describe, expect, test } from "vitest";
import { isHarmless } from "~/shop/texts/is-harmless";
import { textControlOf, textLabel } from "~/shop/texts/text-controls";
import { pathsIn, textAt, withTexts } from "~/shop/texts/page-paths";
import { complaintsOf, linksIn, outlineOf } from "./publish-checks";

const settings = new Set(["returnDays", "shopName"]);
const complaints = (markdown: string) => complaintsOf({ markdown }, settings).map(({ text }) => text);

describe("a policy", () => {
  test("a policy with a title, sections in order and known settings passes the checks", () => {
    expect(
      complaints("# Returns\n\nYou have {returnDays} days.\n\n## One\n\n### Inside\n\n## Two\n\n[Write](/contact)"),
    ).toEqual([]);
  });

  test.each([
    ["no title", "## One\n\nText", /Begin with its title/],
    ["two titles", "# One\n\n# Two", /There are 2 titles/],
    ["a gap in its headings", "# One\n\n### Deep", /"Deep" is a heading two levels below/],
    ["a link that runs", "# One\n\n[now](javascript:alert(1))", /leads to javascript:alert/],
    ["a setting that is none", "# One\n\n{retrunDays} days", /\{retrunDays\} is no setting/],
    ["a picture with its bytes", "# One\n\n![a map](data:image/png;base64,AAAA)", /with all its bytes/],
    ["a picture without words", "# One\n\n![](https://example.com/a.png)", /no words/],
  ])("a policy with %s has an error that says so", (_, markdown, words) => {
    expect(complaints(markdown).join(" ")).toMatch(words);
  });

  test("all links of a policy are found, also those in lists and tables", () => {
    const markdown = "# A\n\n- [one](/faqs)\n\n| a |\n| - |\n| [two](/contact) |";
    expect(outlineOf(markdown).links).toEqual(["/faqs", "/contact"]);
    expect(linksIn({ markdown, "hero.buttons.0.href": "/about" })).toEqual([
      { field: "markdown", href: "/faqs" },
      { field: "markdown", href: "/contact" },
      { field: "hero.buttons.0.href", href: "/about" },
    ]);
  });
});

test.each([
  ["/faqs", true],
  ["https://example.com/a?b=1#c", true],
  ["mailto:jo@example.com", true],
  ["#top", true],
  ["javascript:alert(1)", false],
  ["JavaScript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["data:text/html,hello", false],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["faqs", false],
])("the link %s is accepted: %s", (href, may) => {
  expect(isHarmless(href)).toBe(may);
});

describe("texts at paths in a page's content", () => {
  const content = {
    hero: {
      title: "A",
      buttons: [
        { label: "B", href: "/b" },
        { label: "C", href: "/c" },
      ],
    },
    lines: ["D", "E"],
  };

  test("texts are listed entry by entry, without paths that match nothing", () => {
    expect(
      pathsIn(content, ["hero.title", "hero.buttons.*.label", "hero.buttons.*.href", "lines.*", "none.*.label"]),
    ).toEqual([
      "hero.title",
      "hero.buttons.0.label",
      "hero.buttons.0.href",
      "hero.buttons.1.label",
      "hero.buttons.1.href",
      "lines.0",
      "lines.1",
    ]);
  });

  test("texts are replaced in a copy, without adding texts", () => {
    const changed = withTexts(content, { "hero.buttons.1.label": "New", "hero.none": "x", "constructor.name": "x" });
    expect(textAt(changed, "hero.buttons.1.label")).toBe("New");
    expect(changed).toEqual({
      ...content,
      hero: { ...content.hero, buttons: [content.hero.buttons[0], { label: "New", href: "/c" }] },
    });
    expect(content.hero.buttons[1]?.label).toBe("C");
  });

  test("each text has a form control and a label", () => {
    expect([textControlOf("hero.text"), textControlOf("hero.buttons.0.href"), textControlOf("form.message")]).toEqual([
      "lines",
      "link",
      "line",
    ]);
    expect(textLabel("hero.buttons.1.href")).toBe("Button 2: leads to");
    expect(textLabel("0.quote", "Quote")).toBe("Quote 1: quote");
    expect(textLabel("sections.0.paragraphs.1")).toBe("Chapter 1, paragraph 2");
  });
});
