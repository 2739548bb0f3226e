import { expect, test } from "vitest";
import { byNames } from "~/back-office/figures/figures-address";
import { SCREENS } from "~/back-office/figures/screens.server";
import { FIGURES, figuresName, papersOf } from "./figures-addresses";

test("every screen of figures is measured, and every list of it", () => {
  const expected = Object.entries(SCREENS).flatMap(([screen, { lists = [] }]) => {
    if (screen === "overview") return ["overview", "overview of one category"];
    const shown = screen === "sales" ? byNames : lists.map(({ show }) => show);
    return shown.length > 0 ? shown.map((list) => `${screen} by ${list}`) : [screen];
  });
  expect(FIGURES.map(figuresName).toSorted()).toEqual(expected.toSorted());
});

test("papersOf finds the print page and the files that a screen links to, each once", () => {
  const html = `<a href="/back-office/figures/sales/print?by=day&amp;period=7">Print</a>
    <a href="/back-office/figures/sales/file/sales-by-day?by=day">CSV</a><a href="/back-office/figures/sales/file/sales-by-day?by=day">CSV</a>`;
  expect(papersOf(html)).toEqual({
    print: "/figures/sales/print?by=day&period=7",
    files: ["/figures/sales/file/sales-by-day?by=day"],
  });
  expect(figuresName("/figures/sales/file/sales-by-day?by=day")).toBe("sales, file sales-by-day by day");
});
