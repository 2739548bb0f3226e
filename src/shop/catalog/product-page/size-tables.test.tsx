import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SizeGuide } from "./size-guide";
import { openTab, SizeTables, type SizeGuideProps } from "./size-tables";

const texts: SizeGuideProps["texts"] = {
  heading: "Size Guide",
  general: {
    intro: "Find your size by waist.",
    defaultTab: "25-27",
    tabs: [
      {
        _id: "waist",
        label: "25-27",
        text: "Waist in inches.",
        tables: [{ title: "By waist", columns: ["Cut", "Size"], rows: [["Men's", "S"]] }],
      },
    ],
    howToMeasure: { heading: "How to Measure", items: [{ term: "Waist", text: "The narrowest point." }], notes: [] },
  },
};
const chart = { alt: "Chart of tops" } as SizeGuideProps["chart"];
const own: SizeGuideProps["own"] = {
  name: "Jackets",
  words: "",
  unit: "in",
  table: { measures: ["Chest"], sizes: [{ size: "S", values: ["36"] }] },
};
const shown = (props: Partial<SizeGuideProps>) =>
  renderToStaticMarkup(
    <SizeTables texts={texts} own={null} chart={null} cut="Men's" size="S" sizes={["S"]} fitNote="" {...props} />,
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
      <SizeGuide
        {...{ own: null, chart, cut: "", size: undefined, sizes: [], fitNote: "", texts: hidden, ...props }}
      />,
    );
  expect(guide({})).toBe("");
  expect(guide({ own })).toContain("Size Guide");
  expect(guide({ texts })).toContain("Size Guide");
});

test("the size guide opens on a tab with the product's sizes: the merchant's default tab, else the first (R-2.6-17)", () => {
  const tab = (label: string, ...rows: string[][]) => ({
    _id: label,
    label,
    text: "",
    tables: [{ title: "Tops", columns: ["Cut", "Size"], rows }],
  });
  const guide = {
    defaultTab: "25-27",
    tabs: [
      tab("25-27", ["Women's", "S"]),
      tab("28-30", ["Women's", "M"], ["Men's", "S"]),
      tab("31-33", ["Men's", "M"], ["Men's", "32"]),
    ],
  };
  const sizes = ["S", "M"];
  const opened = (cut: string, size?: string, all = sizes) => openTab(guide, { cut, size, sizes: all });
  expect([opened("Women's"), opened("Women's", "M"), opened("Men's"), opened("Men's", "M")]).toEqual([
    "25-27",
    "28-30",
    "28-30",
    "31-33",
  ]);
  expect([opened("Men's", "32/30"), opened("Men's", "4XL"), opened("Accessories's", undefined, [])]).toEqual([
    "31-33",
    "25-27",
    "25-27",
  ]);
});
