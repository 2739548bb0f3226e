import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { UnusableEnv } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { markSold, refuseEmptied } from "./sold-marker.server";

const { db, bought } = await openBoughtOrders();
const home = await mkdtemp(join(tmpdir(), "sold-marker-"));
afterAll(() => rm(home, { recursive: true }));
const env = { databaseUrl: undefined, dataDirectory: join(home, "data") };
const cluster = join(env.dataDirectory, "postgres", "cluster");

test("[B-122] an emptied folder of a shop that sold is refused with advice; a first start and a folder with its database are accepted", async () => {
  await refuseEmptied(env);
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "PG_VERSION"), "18\n");
  await bought();
  await markSold(env, db);
  await expect(readFile(`${env.dataDirectory}.sold`, "utf8")).rejects.toThrow("ENOENT");

  // The sandbox's payments do not count as sales, so this test marks them as live.
  await db.execute(sql`update payments set live = true`);
  await markSold(env, db);
  await markSold(env, db);
  await refuseEmptied(env);

  await rm(env.dataDirectory, { recursive: true });
  await expect(refuseEmptied(env)).rejects.toThrow(UnusableEnv);
  await mkdir(env.dataDirectory);
  await expect(refuseEmptied(env)).rejects.toThrow(/restore FILE.*delete .*data\.sold/);
  await refuseEmptied({ ...env, databaseUrl: "postgres://db.example/shop" });
});

test("if the folder above cannot be written, one warning is logged, however often the marker is tried", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  // A file in place of the folder above makes every write fail.
  await writeFile(join(home, "read-only"), "");
  const above = { databaseUrl: undefined, dataDirectory: join(home, "read-only", "data") };
  for (let hour = 0; hour < 3; hour += 1) await markSold(above, db);
  expect(warn).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});
