// Checks that color and size of a line are put into words by `choiceParts`, `nameOfVariant` and `choiceName` only, which leave out what goods
// in one size have not. The labels of the bag and of choices say "Default" there, which orders, returns, papers and letters must not.
import { read, sourceFiles } from "./sources.mjs";

const TEST = /\.test\.tsx?$/;
const MODULE = "src/shop/catalog/product.ts";
const WITH_LABELS = /^src\/shop\/(?:catalog\/|bag\/(?:line-choice|mini-line)\.tsx$)/;

const wrong = [];
for (const file of (await sourceFiles()).filter((name) => name !== MODULE && !TEST.test(name)).toSorted()) {
  const text = await read(file);
  const found = [
    ...(WITH_LABELS.test(file) ? [] : text.matchAll(/\bshown(?:Size|Color)\b/g)),
    ...text.matchAll(/[!=]== "Default"/g),
  ];
  for (const { index, 0: words } of found)
    wrong.push(
      `${file}:${text.slice(0, index).split("\n").length}: words of a choice by \`${words}\`; ask choiceParts or nameOfVariant of ${MODULE}`,
    );
}
for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
