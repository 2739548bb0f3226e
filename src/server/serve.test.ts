import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readEnv } from "~/platform/env.server";
import { emptyDatabase } from "~/testing/empty-database";
import { serve } from "./serve";

const { url, ownerUrl } = emptyDatabase("serve");
const folder = await mkdtemp(join(tmpdir(), "serve-"));
afterAll(() => rm(folder, { recursive: true }));

test("a shop that is asked to stop says on the console that it closes, and when it is closed", async () => {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const lines = () => printed.mock.calls.map(([text]) => String(text)).join("");
  const requested = Promise.withResolvers<void>();
  const env = readEnv({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: folder,
    PORT: "0",
    HOST: "127.0.0.1",
    START_WITH: "empty",
    MAKE_PICTURES: "false",
    BACKUP_HOURLY: "false",
    DRAIN_SECONDS: "0",
  });
  const handler = { listener: () => undefined, firstPage: async () => requested.resolve() };
  const stop = { isStopping: true, requested: requested.promise, hurried: requested.promise };
  await serve(env, () => handler, { stop });
  const text = lines();
  printed.mockRestore();
  expect(text).toMatch(/Iron Mesa is open at .*\n[^]*\n {2}Iron Mesa closes: .*\n {2}Iron Mesa is closed\.\n$/);
  expect(text).not.toContain(new URL(ownerUrl).password + "@");
});
