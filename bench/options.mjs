/** Options of `npm run bench` and their help texts. Has no dependencies, because it runs before packages are installed. */
import { askedOf, numberOf, optionLines, pairLines, understood, Unknown } from "../scripts/command-options.mjs";

/** Sections in the order in which they run, each with a description of its measurements. */
const SECTIONS = {
  cached: "documents that are kept, against bare node:http that sends the same bytes",
  ignored: "the same with a cookie, and with parameters that no page reads",
  rendered: "processor time of pages made anew and of searches",
  browser: "scripts and their bytes, a slow phone, a click",
  lighthouse: "Lighthouse's points of six pages; installed on first use",
  besideOrders: "readers of a kept listing beside 5 orders a second",
  orders: "orders a second by 1, 16 and 64 shoppers",
  memory: "memory over 100,000 mixed requests",
  size: "listing, search, sitemap and feed with 1,000 to 1,000,000 products",
  backOffice: "the back office's screens with 10,000 orders and 5,000 products",
  largeBackOffice: "the same with 250,000 orders of two years and 100,000 products",
  imports: "an import of 5,000 products with a picture each",
  pictures: "the demo's pictures after a first start, and readers meanwhile",
  starts: "start of the built shop with an empty and with a stocked database",
  install: "npm start in a fresh copy, and its packages",
};
const USUAL = ["cached", "ignored", "rendered", "besideOrders", "orders", "starts"];

const OPTIONS = {
  all: { type: "boolean", words: "every section, within 60 minutes on a machine that does nothing else" },
  only: { type: "string", multiple: true, value: "SECTION", words: "this section; may be given several times" },
  "back-office": { type: "boolean", words: "short for --only backOffice --only imports" },
  products: {
    type: "string",
    multiple: true,
    value: "N ...",
    words: "sizes of the shops of section size, and that section when no other is named",
  },
  imported: { type: "string", default: "5000", value: "N", words: "products of the import" },
  seconds: { type: "string", default: "4", value: "N", words: "length of a measurement, of which some take several" },
  port: { type: "string", default: "4800", value: "N", words: "the shop's port; the one after it has to be free, too" },
  help: { type: "boolean", words: "these lines" },
};
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Checks of the numeric options. */
const NUMBERS = {
  seconds: (value) => value > 0,
  port: (value) => Number.isInteger(value) && value > 0 && value < 65_535,
  imported: (value) => Number.isInteger(value) && value > 0,
  products: (value) => Number.isInteger(value) && value > 0,
};

/**
 * Parses arguments: returns the `sections` to run and their `options`, or text to print (`words`) and an exit code: 0 for help, 2
 * for an unknown argument.
 */
export const askedFor = (args) =>
  askedOf("bench", () => {
    const { values, positionals } = understood(args, OPTIONS, true);
    const [extra] = positionals;
    if (extra !== undefined && !values.products) throw new Unknown(`"${extra}" belongs to no option.`);
    if (values.help) return { words: help(), code: 0 };
    const sizes = [...(values.products ?? []), ...positionals].map((text) =>
      numberOf("products", text, NUMBERS.products),
    );
    const [seconds, port, imported] = ["seconds", "port", "imported"].map((name) =>
      numberOf(name, values[name], NUMBERS[name]),
    );
    return {
      sections: chosenBy(values),
      isAll: values.all === true,
      options: { seconds, port, imported, sizes: sizes.length > 0 ? sizes : SIZES },
    };
  });

function chosenBy({ all, only, products, "back-office": backOffice }) {
  const known = Object.keys(SECTIONS);
  if (all) return known;
  const chosen = only ?? (backOffice ? ["backOffice", "imports"] : products ? ["size"] : USUAL);
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Unknown(`There is no section ${unknown.join(", ")}.`);
  return known.filter((name) => chosen.includes(name));
}

function help() {
  const sections = Object.entries(SECTIONS).map(([name, words]) => [
    `${USUAL.includes(name) ? "*" : " "} ${name}`,
    words,
  ]);
  return `Usage: npm run bench -- [options]

Measures the built shop on this machine; absolute figures want one that does nothing else.

Sections; without an option those with a star are run:
${pairLines(sections)}

Options:
${optionLines(OPTIONS)}

For example:
  npm run bench -- --only rendered --only browser
  npm run bench -- --products 1000 100000

npm run bench -- fill adds generated orders and products to the shop of this folder; its --help says more.

Ends with 0 when every goal is met, 1 when one is missed or could not be measured, 2 when an option is not understood.
docs/performance.md explains each figure, and what to do about a goal that is missed.
`;
}
