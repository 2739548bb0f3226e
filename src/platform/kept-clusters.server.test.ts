import files, { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "./log.server";
import type { PostgresLocation } from "./postgres-location.server";
import { deleteKeptClusters } from "./kept-clusters.server";

test("a former database that cannot be deleted does not prevent a start, and is deleted by a later start", async () => {
  const root = await mkdtemp(join(tmpdir(), "kept-clusters-"));
  onTestFinished(() => files.rm(root, { recursive: true }));
  const location = { cluster: join(root, "cluster") } as PostgresLocation;
  for (const name of ["cluster", "cluster-of-14-until-2026-01-01", "cluster-of-15-until-2026-01-01"])
    await mkdir(join(root, name));
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  vi.spyOn(files, "rm").mockRejectedValueOnce(Object.assign(new Error("EACCES"), { code: "EACCES" }));
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  await deleteKeptClusters(location, new Date("2026-02-01"));
  expect(await readdir(root)).toHaveLength(2);
  expect(warn).toHaveBeenCalledTimes(1);
  await deleteKeptClusters(location, new Date("2026-02-01"));
  expect(await readdir(root)).toEqual(["cluster"]);
});
