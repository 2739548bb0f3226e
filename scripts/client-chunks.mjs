// Defines which modules of the browser's build share a file (docs/decisions/0011), and writes build/chunks.json for
// check-weight.mjs.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Bytes of source below which a shared chunk is merged with another one: a further request would cost more. */
const SMALL = 3000;

/** Modules that only pages for buying and returning need. */
const BUYING = parts("bag/", "checkout/", "discounts/", "gift-cards/", "orders/", "payments/", "places/", "returns/");

/** Modules that validate forms: the browser loads them when a form is first used, not with the form's page. */
const RULES = parts(
  "customer-schemas.ts",
  "form-submission.ts",
  "plain-text.ts",
  "zip-code.ts",
  "catalog/product-id.ts",
  "bot-traps.ts",
  "reviews/review-form.ts",
  "reviews/asking/order-review-form.ts",
);

/** Small modules of product page, bag, checkout and others: in a file of their own they would be one more request for each. */
const WIDELY_SHARED = parts("delivery-fee.ts", "../platform/by-name.ts", "gift-cards/gift-card-words.ts");

/** Reviews and questions, of which only the product's page and the pages of their forms show something. */
const REVIEWS = parts("reviews/");

/** Modules of the pages on which reviews and questions are written, which the product's page does not load. */
const REVIEW_PAGES = parts(
  "reviews/posts-page.tsx",
  "reviews/write-fields.tsx",
  "reviews/reviews.page.tsx",
  "reviews/questions.page.tsx",
  "reviews/asking/",
);

/** Returns a test for paths of `src/shop`. Throws if one does not exist: a moved file would silently load with every page. */
function parts(...names) {
  const paths = names.map((name) => fileURLToPath(new URL(`../src/shop/${name}`, import.meta.url)));
  const gone = paths.find((path) => !existsSync(path));
  if (gone) throw new Error(`${gone} is not there: scripts/client-chunks.mjs names it.`);
  return { test: (id) => paths.some((path) => id.startsWith(path)) };
}

/** Whether a module is an entry that every page loads. */
const isStart = (id) => /\/src\/(entry\.client|root)\.tsx$/.test(id.split("?")[0]);

/** Cached results of isOnEveryPage, by module graph and module. */
const everywhere = new WeakMap();

/** Whether every page loads a module, because the entry of all pages imports it directly or indirectly. */
function isOnEveryPage(id, graph) {
  let found = everywhere.get(graph);
  if (!found) everywhere.set(graph, (found = new Map()));
  const known = found.get(id);
  if (known !== undefined) return known;
  // Ends the recursion at circular imports; the importers outside of the circle decide the result.
  found.set(id, false);
  const { importers = [] } = graph.getModuleInfo(id) ?? {};
  const answer = isStart(id) || importers.some((importer) => isOnEveryPage(importer, graph));
  found.set(id, answer);
  return answer;
}

/** Group of the modules of ours that pass a test and that several pages share. */
const shared = (name, test) => ({
  name,
  test: (id) => /\/src\//.test(id) && test(id),
  tags: ["$initial"],
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: SMALL,
  priority: 1,
});

/** Chunk groups: one file for the modules of every page, and few files for modules that some pages share. */
export const clientChunks = {
  groups: [
    // Zod is a separate file with a higher priority than `core`: modules of every page import it for schemas that tree shaking
    // removes later.
    { name: "zod", test: /\/node_modules\/zod\//, priority: 3 },
    {
      name: (id, graph) => (WIDELY_SHARED.test(id) || isOnEveryPage(id, graph) ? "core" : null),
      debugName: "core",
      priority: 2,
    },
    shared("shared", (id) => !BUYING.test(id) && !RULES.test(id) && !REVIEWS.test(id)),
    // A group merges its small files, and a page then loads all of the result: these may merge only with each other.
    shared("shared-reviews", (id) => REVIEWS.test(id) && !REVIEW_PAGES.test(id) && !RULES.test(id)),
    shared("shared-review-pages", (id) => REVIEW_PAGES.test(id) && !RULES.test(id)),
  ],
};

/** Shortens the names of shared chunks, which would list the pages that share them; every page has a list of all files. */
export const chunkFileNames = ({ name }) => `assets/${name.startsWith("shared") ? "shared" : "[name]"}-[hash].js`;

/**
 * Returns a plugin that makes Chromium compile all functions of a page's first files during loading, outside of the main thread,
 * instead of at their first call. Chromium reads the comment `allFunctionsCalledOnLoad` only at the start of a file.
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

/** Returns a plugin that takes descriptions for the API's reference out of the schemas of a browser, which only checks values by them. */
export function withoutDescriptions() {
  return {
    name: "without-descriptions",
    apply: "build",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!id.includes("/src/") || !code.includes(".meta(")) return undefined;
      const cuts = [];
      describedIn(this.parse(code), cuts);
      const rest = cuts
        .toSorted(([one], [other]) => other - one)
        .reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), code);
      return { code: rest, map: null };
    },
  };
}

/** Adds where `.meta({ … })` stands in the code of a node and of all within it. */
function describedIn(node, cuts) {
  if (node === null || typeof node !== "object") return;
  const { type, callee, arguments: given } = node;
  const isMeta = type === "CallExpression" && callee.type === "MemberExpression" && callee.property.name === "meta";
  if (isMeta && given.length === 1 && given[0].type === "ObjectExpression") cuts.push([callee.object.end, node.end]);
  for (const part of Object.values(node)) describedIn(part, cuts);
}

/** Returns a plugin that writes build/chunks.json: the modules and imports of each file of the browser's build. */
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
