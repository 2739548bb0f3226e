// Checks that goods are found by name, SKU or barcode in one folder only, src/shop/catalog/naming, whose conditions have indexes: a comparison
// written elsewhere would read all products, which nobody notices in a small shop. bench/fill/goods-named.test.ts measures the folder's readers.
import { read, sourceFiles } from "./sources.mjs";

const FOLDER = "src/shop/catalog/naming/";
const BESIDE = /\.test\.tsx?$|\.tables\.ts$|^src\/(?:testing|demo)\//;
const GOODS = String.raw`(?:products|variants|[pv])`;
const NAME = "(?:name|sku|barcode)";

/** Comparisons of names and codes of products and variants. */
const COMPARED = [
  // The compared form of a column, in SQL or of a table's object.
  new RegExp(String.raw`search_form\((?:\$\{)?(?:${GOODS}\.)?(?:${NAME}|handle)\b`, "g"),
  // A column against a text, in SQL: p.name = $1, ${variants.sku} in (…), lower(p.name) like …
  new RegExp(String.raw`(?<![\w.])${GOODS}\.${NAME}\)?\}?\)?\s*(?:=|i?like\b|in\b|~)(?!\s*'')(?!>)`, "gi"),
  // A column against a text, as a query.
  new RegExp(String.raw`\b(?:eq|i?like|inArray)\(\s*(?:products|variants)\.${NAME}\b`, "g"),
  // The table with the words of goods, except for its other column.
  /\b(?:goods_search|goodsSearch)\b(?! where is_incomplete)/g,
];

const wrong = [];
for (const file of (await sourceFiles()).filter((name) => !name.startsWith(FOLDER) && !BESIDE.test(name)).toSorted()) {
  const text = await read(file);
  for (const pattern of COMPARED)
    for (const { index, 0: found } of text.matchAll(pattern))
      wrong.push(
        `${file}:${text.slice(0, index).split("\n").length}: finds goods by "${found}"; ask a function of ${FOLDER}`,
      );
}
for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
