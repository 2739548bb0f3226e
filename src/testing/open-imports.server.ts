import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { applyImport } from "~/shop/imports/apply.server";
import { importById, readImport, type Settled, settleImport } from "~/shop/imports/imports.server";
import { openQuestions, rowsOf } from "~/shop/imports/rows.server";
import { memberAs } from "./members.server";
import { openTestShop } from "./test-shop.server";

/** A reduced file that another shop program exported. */
export const fileOfOthers = (name: string): Promise<Buffer> =>
  readFile(new URL(`files-of-others/${name}.csv`, import.meta.url));

/** A shop with an owner who imports files of goods, and looks at what came of them. */
export async function openImports() {
  const shop = await openTestShop();
  const { db } = shop;
  const owner = memberAs("owner", "Dana");
  const folder = await mkdtemp(join(tmpdir(), "imports-"));
  afterAll(() => rm(folder, { recursive: true }));

  const entryOf = async (id: number) => {
    const entry = await importById(db, id);
    if (!entry) throw new Error("no import");
    return entry;
  };
  async function readIn(content: string | Uint8Array): Promise<number> {
    const path = join(folder, randomUUID());
    await writeFile(path, content);
    return readImport(shop, owner, { path, file: "goods.csv" });
  }
  async function rows(id: number) {
    return rowsOf(db, id, { states: ["new", "changed", "same", "bad"], most: 500 });
  }
  return {
    shop,
    owner,
    entryOf,
    readIn,
    rows,
    counts: async (id: number) => (await entryOf(id)).counts,
    settle: (id: number, settled: Settled) => settleImport(shop, owner, id, settled),
    apply: (id: number) => applyImport(shop, owner, { id }),
    questions: async (id: number) =>
      (await openQuestions(db, id)).map(({ asks, field, count, example: { row } }) => ({ asks, field, count, row })),
    /** Messages of the rows, without those about the missing values of drafts. */
    words: async (id: number) =>
      (await rows(id)).flatMap(({ row, problems }) =>
        problems
          .filter(({ words }) => !words.startsWith("stays a draft"))
          .map(({ field, words }) => [row, field, words] as const),
      ),
    /** A product of the shop with its variants, by its handle. */
    async goods(handle: string) {
      const [product] = await db.select().from(products).where(eq(products.handle, handle));
      const sold = await db
        .select()
        .from(variants)
        .where(eq(variants.productId, product?.id ?? ""))
        .orderBy(asc(variants.position), asc(variants.id));
      return { ...product, variants: sold };
    },
  };
}
