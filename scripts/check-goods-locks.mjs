// Checks that products and variants are locked in one place each, the SQL functions `lock_products` and `lock_variants`, and that what changes
// variants has locked them: then no two acts can lock the same goods in different orders and wait for each other. src/testing/guard-goods.ts
// checks the order itself.
import { readdirSync, readFileSync } from "node:fs";
import { read, sourceFiles } from "./sources.mjs";

/** Modules that change variants which a caller has locked, with who that is. */
const LOCKED_BEFORE = new Map([
  ["src/shop/catalog/stock/import-stock.server.ts", "an import or its undo, by lockGoods"],
]);
/** SQL functions that change variants, with who has locked them. */
const FUNCTIONS = new Map([
  ["move_stock", "whoever calls it, by locked"],
  ["offer_gift_cards", "itself, by lock_products and lock_variants"],
  ["start_for_real", "it has locked the table"],
]);

const TEST = /\.test\.tsx?$|^src\/testing\//;
/** A statement about products or variants that locks rows, in SQL or as a query. */
const LOCKS = [
  /\bfrom\s+(?<goods>products|variants)\b(?:(?![;`]|\bfrom\b)[\s\S]){0,600}?\bfor\s+(?:no\s+key\s+)?update\b/gi,
  /\.from\((?<goods>products|variants)\)(?:(?!;)[\s\S])*?\.for\("(?:no key )?update"/g,
];
/** Functions that lock them. */
const ASK = {
  products: "lockGoods of catalog/editing/lock-goods.server.ts",
  variants: "locked of catalog/stock/reservations.server.ts",
};
const locksIn = (text) => LOCKS.flatMap((pattern) => [...text.matchAll(pattern)]);
const CHANGES = /\bupdate\s+variants\b|\.update\(variants\)|\binsert\s+into\s+variants\b[^`;]*\bon\s+conflict\b/gi;
const CALLS = /\b(?:locked|lockedOfAct|lockedOfProducts|lockGoods|lockEdited)\(/;

const wrong = [];
const used = new Set();
const lineOf = (text, at) => text.slice(0, at).split("\n").length;

for (const file of (await sourceFiles()).filter((name) => !TEST.test(name)).toSorted()) {
  const text = await read(file);
  for (const { index, groups } of locksIn(text))
    wrong.push(`${file}:${lineOf(text, index)}: locks ${groups.goods}; ask ${ASK[groups.goods.toLowerCase()]}`);
  const [change] = text.matchAll(CHANGES);
  if (!change) continue;
  if (LOCKED_BEFORE.has(file)) used.add(file);
  else if (!CALLS.test(text))
    wrong.push(
      `${file}:${lineOf(text, change.index)}: changes variants and locks none; ask locked, lockedOfProducts or lockGoods`,
    );
}

const folder = "migrations/functions";
for (const name of readdirSync(folder).map((file) => file.replace(".sql", ""))) {
  const text = readFileSync(`${folder}/${name}.sql`, "utf8").replace(/--[^\n]*/g, "");
  for (const { groups } of locksIn(text))
    if (name !== `lock_${groups.goods.toLowerCase()}`)
      wrong.push(`${folder}/${name}.sql: locks ${groups.goods}; call lock_${groups.goods.toLowerCase()}`);
  if (text.search(CHANGES) === -1) continue;
  if (FUNCTIONS.has(name)) used.add(name);
  else wrong.push(`${folder}/${name}.sql: changes variants; name who has locked them in scripts/check-goods-locks.mjs`);
}
for (const name of [...LOCKED_BEFORE.keys(), ...FUNCTIONS.keys()].filter((each) => !used.has(each)))
  wrong.push(`${name}: changes no variants any more; take it out of scripts/check-goods-locks.mjs`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
