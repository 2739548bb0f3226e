import { walk } from "./sources.mjs";

/**
 * Words of docs/glossary.md that stood for several things: the files whose names and comments may say them, longer words of which
 * they may be part anywhere, and what the other things are called.
 */
const WORDS = [
  {
    word: /\bplan(s|ned|ning)?\b/i,
    files:
      /^src\/(shop\/(settings\.ts|members\/former-maker|catalog|publishing)|back-office\/(bulk|forms|goods|log|queue|record-kinds|step-up|stock|texts|today)|demo)\b/,
    longer: /(query|price|text)[ -]plans?/gi,
    others:
      "what an act would do is computed, what an import would do is previewed, a row before its gateway is asked is stored",
  },
  {
    word: /\bfacts?\b/i,
    files: /^src\/(shop|back-office)\/orders\//,
    longer: /(order|seen|order's) facts/gi,
    others: "facts are those of orders (order_facts); settings, fields, attributes, rows and data have these names",
  },
];

/** Folders with texts that a merchant writes; the program's own words are in files that end in `-words`. */
const OF_MERCHANTS = /^src\/(shop\/(texts|publishing|catalog\/(search|product-page))|back-office\/texts|demo)\//;

/** Complaints about names and comments of a source file that give a word of the glossary another meaning than it has there. */
export function secondMeanings(file, { program, comments }) {
  const own = WORDS.filter(({ files }) => !files.test(file));
  const found = new Set();
  const look = (said) => {
    for (const { word, longer, others } of own) {
      const [meant] = word.exec(said.replace(longer, "")) ?? [];
      if (meant) found.add(`"${meant.toLowerCase()}" has another meaning in docs/glossary.md: ${others}`);
    }
  };
  walk(program, ({ type, name }) => {
    if (type === "Identifier" || type === "JSXIdentifier") look(spoken(name));
  });
  for (const { value } of comments) look(value.replaceAll(/\s+/g, " "));
  if (/-texts(\.server)?\.tsx?$/.test(file) && !OF_MERCHANTS.test(file))
    found.add("texts are a merchant's; a file with words of the program ends in -words");
  return [...found];
}

/** Words of which a name in camel case or in capitals consists, separated by spaces. */
const spoken = (name) => name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
