import { Accordion } from "~/ui/accordion";
import { Picture } from "~/ui/picture";
import { Tabs } from "~/ui/tabs";
import type { SizeGuide } from "../size-guides/size-guide";
import { units } from "../size-guides/size-units";
import type { PageTexts } from "~/shop/texts/page-texts";
import type { Picture as StoredPicture } from "~/shop/picture";

type GeneralTexts = Pick<PageTexts<"sizeGuide">, "intro" | "defaultTab" | "tabs" | "howToMeasure">;

/** Texts of the shop's general size guide, as a product's page shows them. */
export interface SizeTexts {
  heading: string;
  /** Sizes for products without a table of their own, and advice on measuring; null if the shop hides them. */
  general: GeneralTexts | null;
}

export interface SizeGuideProps {
  texts: SizeTexts;
  /** Size guide of the product; null if it has none of its own. */
  own: SizeGuide | null;
  chart: StoredPicture | null;
  /** Rows to highlight: those of this cut ("Men's" or "Women's") and of the chosen size. */
  cut: string;
  size: string | undefined;
  /** All sizes of the product. */
  sizes: string[];
  /** Advice between two sizes, by the product's fit; may be empty. */
  fitNote: string;
}

/** The product's size guide, or else the general sizes with a chart; then advice on measuring. */
export function SizeTables({ texts: { general }, own, chart, fitNote, ...yours }: SizeGuideProps) {
  return (
    <div className="panel__b">
      {fitNote && (
        <p>
          <b>{fitNote}</b>
        </p>
      )}
      {own && <OwnGuide guide={own} size={yours.size} />}
      {!own && general && <GeneralSizes texts={general} chart={chart} {...yours} />}
      {general && <Measuring texts={general.howToMeasure} />}
    </div>
  );
}

/** General sizes by waist, and the chart of the product's kind, for products without a size guide of their own. */
function GeneralSizes({
  texts,
  chart,
  cut,
  size,
  sizes,
}: Omit<SizeGuideProps, "own" | "fitNote" | "texts"> & { texts: GeneralTexts }) {
  const { intro, tabs } = texts;
  return (
    <>
      <p>{intro}</p>
      <Tabs
        look="ruled"
        label="Waist in inches"
        defaultValue={openTab(texts, { cut, size, sizes })}
        tabs={tabs.map(({ label, text, tables }) => ({
          value: label,
          label,
          panel: (
            <div className="panel__t">
              <p>{text}</p>
              {tables.map((table) => (
                <SizeTable key={table.title} table={table} cut={cut} size={size} />
              ))}
            </div>
          ),
        }))}
      />
      {chart && (
        // Scrollable content must be reachable by keyboard.
        <figure className="panel__chart" tabIndex={0} aria-label={chart.alt}>
          <Picture picture={chart} sizes="520px" />
        </figure>
      )}
    </>
  );
}

/** Size guide made for this product. */
function OwnGuide({ guide: { name, words, unit, table }, size }: { guide: SizeGuide; size: string | undefined }) {
  const title = unit === "none" ? name : `${name}, in ${units[unit]}`;
  return (
    <div className="panel__t">
      {words && <p>{words}</p>}
      <div className="scroll-x" tabIndex={0} role="group" aria-label={title}>
        <table className="tbl">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Size</th>
              {table.measures.map((measure) => (
                <th scope="col" key={measure}>
                  {measure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.sizes.map((row) => (
              <tr key={row.size} className={row.size === size ? "is-you" : undefined}>
                <th scope="row">{row.size}</th>
                {row.values.map((value, i) => (
                  <td key={table.measures[i]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Table = GeneralTexts["tabs"][number]["tables"][number];

/** Whether a row is for this cut and one of these sizes; of a size of jeans, such as "32/30", the waist has to match. */
const isAbout = (row: string[], cut: string, sizes: (string | undefined)[]): boolean =>
  row[0] === cut && sizes.some((size) => size !== undefined && row[1] === size.split("/")[0]);

/**
 * Label of the tab to open: the merchant's default tab if it has the chosen size (or, without a chosen size, any of the product's
 * sizes), else the first tab that has it. If no tab has it, the default tab.
 */
export function openTab(
  { tabs, defaultTab }: Pick<PageTexts<"sizeGuide">, "tabs" | "defaultTab">,
  { cut, size, sizes }: Pick<SizeGuideProps, "cut" | "size" | "sizes">,
): string {
  const wanted = size === undefined ? sizes : [size];
  const holding = tabs.filter(({ tables }) => tables.some(({ rows }) => rows.some((row) => isAbout(row, cut, wanted))));
  if (holding.length === 0 || holding.some(({ label }) => label === defaultTab)) return defaultTab;
  return holding[0]?.label ?? defaultTab;
}

function SizeTable({
  table: { title, columns, rows },
  cut,
  size,
}: { table: Table } & Pick<SizeGuideProps, "cut" | "size">) {
  const isYou = (row: string[]) => isAbout(row, cut, [size]);
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={title}>
      <table className="tbl">
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()} className={isYou(row) ? "is-you" : undefined}>
              {row.map((value, i) => (
                <td key={columns[i]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Measuring = ({ texts }: { texts: GeneralTexts["howToMeasure"] }) => (
  <Accordion items={[{ id: "how-to-measure", title: texts.heading, content: <HowToMeasure {...texts} /> }]} />
);

function HowToMeasure({ items, notes }: GeneralTexts["howToMeasure"]) {
  return (
    <>
      <dl className="measure">
        {items.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <ul className="bullets">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
