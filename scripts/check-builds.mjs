// Fails when a file of the shop's build names the back office, or a file of one build loads a file of the other. The builds are
// separate so that public pages contain no code and no names of the back office.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const PUBLIC = "build/client";
const BACK_OFFICE = "build/back-office/client";
/** Names that no public file may contain. The word "workshop" alone is allowed, because texts of the shop use it. */
const NAMES = /back-office|\/workshop\b|BackOffice|back_office/;
const COMPRESSED = /\.(br|gz)$/;

const filesOf = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const wrong = [];
const [shop, office] = await Promise.all([filesOf(PUBLIC), filesOf(BACK_OFFICE)]);
for (const file of shop) {
  const text = await readFile(file, "latin1");
  if (NAMES.test(text) || NAMES.test(file)) wrong.push(`${file} names the back office`);
}
const screens = office.filter((file) => /\.page-[\w-]+\.js$/.test(file));
if (screens.length === 0) wrong.push(`${BACK_OFFICE} has no screens`);
for (const file of [...shop, ...office].filter((name) => name.endsWith(".js"))) {
  const isOffice = office.includes(file);
  const text = await readFile(file, "latin1");
  for (const [, path] of text.matchAll(/["'](\/(?:back-office\/)?assets\/[\w.-]+)["']/g))
    if (path.startsWith("/back-office/") !== isOffice) wrong.push(`${file} loads ${path} of the other build`);
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
