import { useId, useState } from "react";
import { Accordion } from "~/ui/accordion";
import { Picture } from "~/ui/picture";
import { Tabs } from "~/ui/tabs";
import type { Picture as StoredPicture } from "~/shop/picture";
import { converted, convertedWords, isLength, type LengthUnit } from "../size-guides/convert-measures";
import type { SizeGuide } from "../size-guides/size-guide";
import type { GeneralSizes, GeneralTable } from "./general-sizes";
import { MeasuresDrawing, placeOf } from "./measures-drawing";

/** Texts of the shop's general size guide, as a product's page shows them. */
export interface SizeTexts {
  heading: string;
  /** Sizes for products without a table of their own, and advice on measuring; null if the shop hides them. */
  general: GeneralSizes | null;
}

export interface SizeGuideProps {
  texts: SizeTexts;
  /** Size guide of the product; null if it has none of its own. */
  own: SizeGuide | null;
  /** A picture of sizes that says more than the tables. */
  chart: StoredPicture | null;
  /** The chosen size, whose row is marked. */
  size: string | undefined;
  /** All sizes of the product. */
  sizes: string[];
  /** Advice between two sizes, by the product's fit; may be empty. */
  fitNote: string;
}

/** Unit of the tables and unit in which they are read. */
interface Reading {
  from: LengthUnit;
  to: LengthUnit;
}

/** The unit that the shopper chose last, kept while products are compared. */
let chosenUnit: LengthUnit | undefined;

/** The product's size guide, or else the general sizes with a chart; then advice on measuring. */
export function SizeTables({ texts: { general }, own, chart, fitNote, size, sizes }: SizeGuideProps) {
  const from = unitOf(own, general);
  const [chosen, setChosen] = useState(chosenUnit);
  const reading = from && { from, to: chosen ?? from };
  const choose = (unit: LengthUnit) => {
    chosenUnit = unit;
    setChosen(unit);
  };
  return (
    <div className="panel__b">
      <div className="panel__lead">
        {fitNote && <p>{fitNote}</p>}
        {reading && <UnitSwitch value={reading.to} onChange={choose} />}
      </div>
      {own && <OwnGuide guide={own} size={size} reading={reading} />}
      {!own && general && <GeneralGuide texts={general} chart={chart} size={size} sizes={sizes} reading={reading} />}
      {general && <Measuring texts={general.howToMeasure} />}
    </div>
  );
}

/** The unit of the shown tables; null if they name no lengths, so that there is nothing to read in another unit. */
function unitOf(own: SizeGuide | null, general: GeneralSizes | null): LengthUnit | null {
  if (own) return own.unit !== "none" && own.table.measures.some(isLength) ? own.unit : null;
  if (general?.unit !== "inches") return null;
  const tables = general.table ? [general.table] : general.tabs.flatMap((tab) => tab.tables);
  return tables.some(({ columns }) => columns.some(isLength)) ? "in" : null;
}

const UNITS = [
  { unit: "in", name: "inch" },
  { unit: "cm", name: "cm" },
] as const;

function UnitSwitch({ value, onChange }: { value: LengthUnit; onChange: (unit: LengthUnit) => void }) {
  const name = useId();
  return (
    <fieldset className="units">
      <legend className="vh">Unit of the measures</legend>
      {UNITS.map((each) => (
        <label className="units__one" key={each.unit}>
          <input type="radio" name={name} checked={each.unit === value} onChange={() => onChange(each.unit)} />
          <span>{each.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface GuideProps {
  size: string | undefined;
  reading: Reading | null;
}

/** General sizes: the table of the product's kind, or tables by waist. */
function GeneralGuide({
  texts,
  chart,
  sizes,
  size,
  reading,
}: GuideProps & Pick<SizeGuideProps, "sizes" | "chart"> & { texts: GeneralSizes }) {
  return (
    <>
      {texts.table ? (
        <SizeTable {...texts.table} size={size} reading={reading} />
      ) : (
        <ByWaist texts={texts} sizes={sizes} size={size} reading={reading} />
      )}
      {chart && (
        // Scrollable content must be reachable by keyboard.
        <figure className="panel__chart" tabIndex={0} aria-label={chart.alt}>
          <Picture picture={chart} sizes="520px" />
        </figure>
      )}
    </>
  );
}

function ByWaist({ texts, sizes, size, reading }: GuideProps & { texts: GeneralSizes; sizes: string[] }) {
  const { intro, tabs, isOfCut, cut } = texts;
  const read = (words: string) => (reading ? convertedWords(words, reading.from, reading.to) : words);
  return (
    <>
      <p>{read(intro)}</p>
      <Tabs
        look="spread"
        label={`Waist in ${reading?.to === "cm" ? "centimeters" : "inches"}`}
        defaultValue={openTab(texts, { size, sizes })}
        tabs={tabs.map(({ label, text, tables }) => ({
          value: label,
          label: reading ? converted(label, reading.from, reading.to) : label,
          panel: (
            <div className="panel__t">
              <p>
                {read(text)}
                {tables.length === 0 && ` There is no ${cut} size for it.`}
              </p>
              {tables.map((table) => (
                <SizeTable key={table.title} {...table} size={isOfCut ? waistOf(size) : undefined} reading={reading} />
              ))}
            </div>
          ),
        }))}
      />
    </>
  );
}

/** Size guide made for this product. */
function OwnGuide({ guide: { name, words, table }, ...shown }: GuideProps & { guide: SizeGuide }) {
  return (
    <div className="panel__t">
      {words && <p>{words}</p>}
      <SizeTable
        title={name}
        columns={["Size", ...table.measures]}
        rows={table.sizes.map((row) => [row.size, ...row.values])}
        {...shown}
      />
    </div>
  );
}

/** The waist of a size of jeans, such as "32/30"; another size as it is. */
const waistOf = (size: string | undefined): string | undefined => size?.split("/")[0];

/**
 * Label of the tab to open: the merchant's default tab if it has the chosen size (or, without a chosen size, any of the product's
 * sizes), else the first tab that has it. If no tab has it, the default tab.
 */
export function openTab(
  { tabs, defaultTab, isOfCut }: Pick<GeneralSizes, "tabs" | "defaultTab" | "isOfCut">,
  { size, sizes }: Pick<SizeGuideProps, "size" | "sizes">,
): string {
  const wanted = new Set((size === undefined ? sizes : [size]).map(waistOf));
  const holding = tabs.filter(
    ({ tables }) => isOfCut && tables.some(({ rows }) => rows.some(([own]) => wanted.has(own))),
  );
  if (holding.length === 0 || holding.some(({ label }) => label === defaultTab)) return defaultTab;
  return holding[0]?.label ?? defaultTab;
}

function SizeTable({ title, columns, rows, size, reading }: GuideProps & GeneralTable) {
  const shown = (value: string, i: number) =>
    i > 0 && reading && isLength(columns[i] ?? "") ? converted(value, reading.from, reading.to) : value;
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
          {rows.map(([own, ...values]) => (
            <tr key={[own, ...values].join()} className={own === size ? "is-you" : undefined}>
              <th scope="row">
                {own}
                {own === size && <span className="tbl__you">Chosen</span>}
              </th>
              {values.map((value, i) => (
                <td key={columns[i + 1]}>{shown(value, i + 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MeasuringTexts = GeneralSizes["howToMeasure"];

const Measuring = ({ texts }: { texts: MeasuringTexts }) => (
  <Accordion items={[{ id: "how-to-measure", title: texts.heading, content: <HowToMeasure {...texts} /> }]} />
);

/** Advice on measuring; each place that the drawing shows has its number. */
function HowToMeasure({ items, notes }: MeasuringTexts) {
  const numbers = new Map(items.flatMap(({ term }) => placeOf(term) ?? []).map((place, i) => [place, i + 1]));
  const numberOf = (term: string) => numbers.get(placeOf(term) ?? "none");
  return (
    <>
      <div className="measure">
        {numbers.size > 0 && <MeasuresDrawing numbers={numbers} />}
        <dl>
          {items.map(({ term, text }) => (
            <div key={term}>
              <dt>
                <span className="measure__number" aria-hidden="true">
                  {numberOf(term)}
                </span>
                {term}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="bullets">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
