// Groups of the browser's modules that go into one file (docs/decisions/0011), and a record of it for scripts/check-weight.mjs.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Bytes of source below which a chunk shared by some pages is merged with another one: a further request costs more than its bytes. */
const SMALL = 3000;

/** Modules that only pages for buying and returning need. */
const BUYING = parts("bag/", "checkout/", "discounts/", "orders/", "payments/", "places/", "returns/");

/** Modules that check forms: loaded with the first form that is used, not with the page it stands on. */
const RULES = parts("customer-schemas.ts", "form-submission.ts", "plain-text.ts", "zip-code.ts");

/** A rule for files and folders of `src/shop`. Throws when one is not there: a moved file would come with every page, unnoticed. */
function parts(...names) {
  const paths = names.map((name) => fileURLToPath(new URL(`../src/shop/${name}`, import.meta.url)));
  const gone = paths.find((path) => !existsSync(path));
  if (gone) throw new Error(`${gone} is not there: scripts/client-chunks.mjs names it.`);
  return { test: (id) => paths.some((path) => id.startsWith(path)) };
}

/** Whether every page starts with the module. */
const isStart = (id) => /\/src\/(entry\.client|root)\.tsx$/.test(id.split("?")[0]);

/** Modules that every page loads, by the graph they were found in. */
const everywhere = new WeakMap();

/** Whether a module is loaded with every page: the start of all pages imports it, directly or through others. */
function isOnEveryPage(id, graph) {
  let found = everywhere.get(graph);
  if (!found) everywhere.set(graph, (found = new Map()));
  const known = found.get(id);
  if (known !== undefined) return known;
  // Ends the recursion where modules import each other: only importers outside of that cycle decide.
  found.set(id, false);
  const { importers = [] } = graph.getModuleInfo(id) ?? {};
  const answer = isStart(id) || importers.some((importer) => isOnEveryPage(importer, graph));
  found.set(id, answer);
  return answer;
}

/** Chunk groups: one file for the modules of every page, and few files for modules that some pages share. */
export const clientChunks = {
  groups: [
    // A file of its own, decided before `core`: modules of every page import it for schemas that tree shaking removes only later.
    { name: "zod", test: /\/node_modules\/zod\//, priority: 3 },
    { name: (id, graph) => (isOnEveryPage(id, graph) ? "core" : null), debugName: "core", priority: 2 },
    {
      name: "shared",
      test: (id) => /\/src\//.test(id) && !BUYING.test(id) && !RULES.test(id),
      tags: ["$initial"],
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: SMALL,
      priority: 1,
    },
  ],
};

/** Short names: those of shared parts list the pages that share them, and stand in every page's list of files. */
export const chunkFileNames = ({ name }) => `assets/${name.startsWith("shared") ? "shared" : "[name]"}-[hash].js`;

/**
 * A plugin that has Chromium compile all functions of a page's first files while they are loaded, beside the page's thread, and not each
 * when it is first called: most of them are called at once. Chromium reads the comment only at the start of a file.
 */
export const compileAhead = () => ({
  name: "compile-ahead",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && isFirst(file)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});

const isFirst = ({ name, isEntry }) => isEntry || name === "core" || name.startsWith("shared");

/** A plugin that writes build/chunks.json: the modules of each file of the browser, and which files it loads. */
export function chunkReport() {
  return {
    name: "chunk-report",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle(_options, bundle) {
      const report = Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk"
          ? [
              {
                file: chunk.fileName,
                imports: chunk.imports,
                dynamicImports: chunk.dynamicImports,
                modules: sizes(chunk),
              },
            ]
          : [],
      );
      await mkdir("build", { recursive: true });
      await writeFile("build/chunks.json", JSON.stringify(report));
    },
  };
}

const sizes = ({ modules }) =>
  Object.fromEntries(
    Object.entries(modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id, { renderedLength }]) => [relative(process.cwd(), id), renderedLength]),
  );
