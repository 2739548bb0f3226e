import type { PageTexts } from "~/shop/texts/page-texts";
import type { Product } from "../product";

type Guide = PageTexts<"sizeGuide">;
export type GeneralTable = Guide["charts"][number];

/** The shop's general sizes as one product's page shows them. */
export interface GeneralSizes extends Pick<Guide, "unit" | "intro" | "defaultTab" | "howToMeasure"> {
  /** Whether the tables are those of the product's cut alone; their first column is the size then. */
  isOfCut: boolean;
  /** "men's" or "women's", for a tab that has no size of the cut. */
  cut: string;
  tabs: { label: string; text: string; tables: GeneralTable[] }[];
  /** The table of goods that no waist decides, such as gloves; it stands instead of the tabs. */
  table: GeneralTable | null;
}

type Sized = Pick<Product, "category" | "sizeChart">;

/**
 * Chooses what a product's page needs of the general size guide: the table of its kind, if that is not by cut, else the tabs by waist
 * with the rows of its own cut, its kind first. A guide without that cut keeps all its rows.
 */
export function generalSizes(
  { unit, intro, defaultTab, howToMeasure, tabs, charts }: Guide,
  product: Sized,
): GeneralSizes {
  const cut = `${(product.category.parent ?? product.category).name}'s`;
  const hasCut = (rows: string[][]) => rows.some(([first]) => first === cut);
  const isOfCut = tabs.some(({ tables }) => tables.some(({ rows }) => hasCut(rows)));
  const kind = tableOfKind(charts, product);
  const table = kind && !isByCut(kind, tabs) ? kind : null;
  const own = (tables: GeneralTable[]) => (isOfCut ? tables.flatMap((each) => ofCut(each, cut)) : tables);
  const kindFirst = (tables: GeneralTable[]) => [
    ...tables.filter(({ title }) => title === kind?.title),
    ...tables.filter(({ title }) => title !== kind?.title),
  ];
  return {
    unit,
    intro,
    defaultTab,
    howToMeasure,
    isOfCut,
    cut: cut.toLowerCase(),
    table,
    tabs: table ? [] : tabs.map(({ label, text, tables }) => ({ label, text, tables: own(kindFirst(tables)) })),
  };
}

/** Whether a pictured chart shows nothing but a table of the guide; the demo's charts are drawn from them. */
export const isDrawnTable = (path: string): boolean => path.startsWith("/media/size-charts/");

/** A table with the rows of one cut, without the column that says it; none if the table has no such row. */
function ofCut({ title, columns, rows }: GeneralTable, cut: string): GeneralTable[] {
  const own = rows.filter(([first]) => first === cut).map((row) => row.slice(1));
  return own.length === 0 ? [] : [{ title: `${cut} ${title}`, columns: columns.slice(1), rows: own }];
}

const isByCut = ({ title }: GeneralTable, tabs: Guide["tabs"]): boolean =>
  tabs.some(({ tables }) => tables.some((table) => table.title === title));

/** The table whose title's words all stand in the product's category or the name of its chart: "Men's Footwear", "Belts". */
function tableOfKind(charts: GeneralTable[], { category, sizeChart }: Sized): GeneralTable | undefined {
  const words = new Set(wordsOf([category.parent?.name, category.name, ...sizeChart].join(" ")));
  return charts.find(({ title }) => wordsOf(title).every((word) => words.has(word)));
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'s", "")
    .match(/[a-z]+/g) ?? [];
