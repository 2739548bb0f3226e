import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { generalSizes, type GeneralSizes } from "./general-sizes";
import { SizeGuide } from "./size-guide";
import { openTab, SizeTables, type SizeGuideProps } from "./size-tables";

const general: GeneralSizes = {
  unit: "inches",
  isOfCut: true,
  cut: "men's",
  table: null,
  intro: "Find your size by waist.",
  defaultTab: "25-27",
  tabs: [
    {
      label: "25-27",
      text: "Your waist measures 25 to 27 inches.",
      tables: [
        {
          title: "By waist",
          columns: ["Size", "Chest"],
          rows: [
            ["S", "36-37"],
            ["M", "38"],
          ],
        },
      ],
    },
  ],
  howToMeasure: { heading: "How to Measure", items: [{ term: "Waist", text: "The narrowest point." }], notes: [] },
};
const texts: SizeGuideProps["texts"] = { heading: "Size Guide", general };
const chart = { alt: "Chart of tops" } as SizeGuideProps["chart"];
const own: SizeGuideProps["own"] = {
  name: "Jackets",
  words: "",
  unit: "in",
  table: { measures: ["Chest"], sizes: [{ size: "S", values: ["36"] }] },
};
const shown = (props: Partial<SizeGuideProps>) =>
  renderToStaticMarkup(
    <SizeTables texts={texts} own={null} chart={null} size="S" sizes={["S"]} fitNote="" {...props} />,
  );

test("a product without a size guide of its own uses the shop's tables", () => {
  const html = shown({});
  for (const words of ["Find your size by waist.", "By waist", "How to Measure"]) expect(html).toContain(words);
});

test("the size guide says which of two sizes to take by the product's fit, above either table", () => {
  const fitNote = "Loose cut. Between two sizes, even by half an inch, take the smaller one.";
  for (const html of [shown({ fitNote }), shown({ fitNote, own })]) expect(html).toContain(fitNote);
});

test("a product's own size guide replaces the shop's tables and chart, whose sizes may differ", () => {
  const html = shown({ own, chart });
  for (const words of ["Jackets", "Chest", "How to Measure"]) expect(html).toContain(words);
  for (const words of ["Find your size by waist.", "By waist", "Chart of tops"]) expect(html).not.toContain(words);
});

test("a shop that hides the general sizes shows a product's own guide alone, and no guide for a product without one", () => {
  const hidden = { heading: "Size Guide", general: null };
  const html = shown({ texts: hidden, own, chart });
  for (const words of ["Jackets", "Chest"]) expect(html).toContain(words);
  for (const words of ["By waist", "How to Measure", "Chart of tops"]) expect(html).not.toContain(words);
  const guide = (props: Partial<SizeGuideProps>) =>
    renderToStaticMarkup(
      <SizeGuide {...{ own: null, chart, size: undefined, sizes: [], fitNote: "", texts: hidden, ...props }} />,
    );
  expect(guide({})).toBe("");
  expect(guide({ own })).toContain("Size Guide");
  expect(guide({ texts })).toContain("Size Guide");
});

test("the chosen size is marked, in words too, in the shop's tables and in a product's own", () => {
  for (const html of [shown({}), shown({ own })]) {
    expect(html).toMatch(/<tr class="is-you"><th scope="row">S<span[^>]*>Chosen</);
    expect(html.match(/is-you/g)).toHaveLength(1);
  }
  expect(shown({ size: undefined })).not.toContain("is-you");
});

test("a guide with lengths offers inches and centimeters; one of sizes alone does not", () => {
  const ofSizes = { ...own, unit: "none" } as const;
  expect(shown({})).toContain("Unit of the measures");
  expect(shown({ own })).toContain("Unit of the measures");
  expect(shown({ own: ofSizes })).not.toContain("Unit of the measures");
});

test("the drawing has a number for each term that it shows, the same as the term has", () => {
  const items = ["Shoulder", "Waist", "Hand"].map((term) => ({ term, text: "Around." }));
  const html = shown({
    texts: { ...texts, general: { ...general, howToMeasure: { ...general.howToMeasure, items } } },
  });
  expect([...html.matchAll(/<text[^>]*>(\d+)</g)].map(([, number]) => number)).toEqual(["1", "2"]);
  const terms = [...html.matchAll(/measure__number"[^>]*>(\d*)<\/span>(\w+)/g)].map(([, ...found]) => found);
  expect(terms).toEqual([
    ["", "Shoulder"],
    ["1", "Waist"],
    ["2", "Hand"],
  ]);
});

const stored = {
  heading: "Size Guide",
  unit: "inches",
  intro: "",
  defaultTab: "25-27",
  tabs: [
    tab("25-27", [["Women's", "S", "26"]]),
    tab("28-30", [
      ["Women's", "M", "28"],
      ["Men's", "S", "29"],
    ]),
    tab("31-33", [["Men's", "M", "32"]], [["Men's", "32", "32"]]),
  ],
  charts: [
    { title: "Jeans", columns: ["Cut", "Size", "Waist"], rows: [["Men's", "32", "32"]] },
    { title: "Men's Footwear", columns: ["US", "Foot length"], rows: [["9", "10.25"]] },
    { title: "Women's Footwear", columns: ["US", "Foot length"], rows: [["9", "9.9"]] },
    { title: "Belts", columns: ["Size", "Buckle to hole"], rows: [["32", "34"]] },
  ],
  howToMeasure: general.howToMeasure,
  visibility: "shown",
} satisfies Parameters<typeof generalSizes>[0];
function tab(label: string, tops: string[][], jeans?: string[][]) {
  const columns = ["Cut", "Size", "Waist"];
  const tables = [{ title: "Tops", columns, rows: tops }, ...(jeans ? [{ title: "Jeans", columns, rows: jeans }] : [])];
  return { _id: label, label, text: "", tables };
}
const of = (parent: string | null, name: string, ...sizeChart: string[]) =>
  generalSizes(stored, {
    category: { id: "c", name, parent: parent === null ? null : { id: "p", name: parent } },
    sizeChart,
  });

test("the size guide opens on a tab with the product's sizes: the merchant's default tab, else the first (R-2.6-17)", () => {
  const sizes = ["S", "M"];
  const opened = (parent: string, size?: string, all = sizes) => openTab(of(parent, "Jackets"), { size, sizes: all });
  expect([opened("Women"), opened("Women", "M"), opened("Men"), opened("Men", "M")]).toEqual([
    "25-27",
    "28-30",
    "28-30",
    "31-33",
  ]);
  expect([opened("Men", "32/30"), opened("Men", "4XL"), opened("Accessories", undefined, [])]).toEqual([
    "31-33",
    "25-27",
    "25-27",
  ]);
});

test("a product's guide has the rows of its own cut alone, and says where a waist has none", () => {
  const men = of("Men", "Jackets");
  expect(men.tabs.flatMap(({ tables }) => tables)).toEqual([
    { title: "Men's Tops", columns: ["Size", "Waist"], rows: [["S", "29"]] },
    { title: "Men's Tops", columns: ["Size", "Waist"], rows: [["M", "32"]] },
    { title: "Men's Jeans", columns: ["Size", "Waist"], rows: [["32", "32"]] },
  ]);
  expect(shown({ texts: { ...texts, general: men } })).toContain("There is no men&#x27;s size for it.");
  expect(of("Accessories", "Bags").tabs[1]?.tables[0]?.rows).toEqual(stored.tabs[1]?.tables[0]?.rows);
});

test("a product's kind comes first; goods that no waist decides have their table instead of the tabs", () => {
  const jeans = of("Men", "Pants", "/media/size-charts/men-jeans.svg");
  expect(jeans.tabs[2]?.tables.map(({ title }) => title)).toEqual(["Men's Jeans", "Men's Tops"]);
  const tables = [of("Men", "Footwear"), of("Women", "Footwear"), of("Accessories", "Belts & Wallets")];
  expect(tables.map(({ table, tabs }) => [table?.title, tabs.length])).toEqual([
    ["Men's Footwear", 0],
    ["Women's Footwear", 0],
    ["Belts", 0],
  ]);
});
