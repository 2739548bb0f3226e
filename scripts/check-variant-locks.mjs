// Checks that variants are locked in one place, the SQL function `lock_variants`, and that what changes them has locked them by it: then no
// two acts can lock the same variants in different orders and wait for each other. src/testing/guard-variants.ts checks the order itself.
import { readdirSync, readFileSync } from "node:fs";
import { read, sourceFiles } from "./sources.mjs";

/** Modules that change variants which a caller has locked, with who that is. */
const LOCKED_BEFORE = new Map([
  ["src/shop/catalog/stock/import-stock.server.ts", "an import or its undo, by lockGoods"],
]);
/** SQL functions that change variants, with who has locked them. */
const FUNCTIONS = new Map([
  ["move_stock", "whoever calls it, by locked"],
  ["start_for_real", "it has locked the table"],
]);

const TEST = /\.test\.tsx?$|^src\/testing\//;
/** A statement about variants that locks rows, in SQL or as a query. */
const LOCKS = [
  /\bfrom\s+variants\b(?:(?![;`]|\bfrom\b)[\s\S]){0,600}?\bfor\s+(?:no\s+key\s+)?update\b/gi,
  /\.from\(variants\)(?:(?!;)[\s\S])*?\.for\("(?:no key )?update"/g,
];
const CHANGES = /\bupdate\s+variants\b|\.update\(variants\)|\binsert\s+into\s+variants\b[^`;]*\bon\s+conflict\b/gi;
const CALLS = /\b(?:locked|lockedOfAct|lockedOfProducts|lockGoods|lockEdited)\(/;

const wrong = [];
const used = new Set();
const lineOf = (text, at) => text.slice(0, at).split("\n").length;

for (const file of (await sourceFiles()).filter((name) => !TEST.test(name)).toSorted()) {
  const text = await read(file);
  for (const pattern of LOCKS)
    for (const { index } of text.matchAll(pattern))
      wrong.push(`${file}:${lineOf(text, index)}: locks variants; ask locked of catalog/stock/reservations.server.ts`);
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
  if (name !== "lock_variants" && LOCKS.some((pattern) => text.search(pattern) !== -1))
    wrong.push(`${folder}/${name}.sql: locks variants; call lock_variants`);
  if (text.search(CHANGES) === -1) continue;
  if (FUNCTIONS.has(name)) used.add(name);
  else
    wrong.push(`${folder}/${name}.sql: changes variants; name who has locked them in scripts/check-variant-locks.mjs`);
}
for (const name of [...LOCKED_BEFORE.keys(), ...FUNCTIONS.keys()].filter((each) => !used.has(each)))
  wrong.push(`${name}: changes no variants any more; take it out of scripts/check-variant-locks.mjs`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
