import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ownFolder, sweepTemporaryFiles, temporaryFile } from "./temporary-files.server";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sweep-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("files of a killed process are deleted at the next start; those of running processes and other programs are kept", async () => {
  const parent = await emptyFolder();
  const running = await ownFolder(parent);
  onTestFinished(() => running.lock?.release());
  await writeFile(join(running.path, "arriving"), "half of it");
  await writeFile(join(parent, "shop-notes"), "somebody's");

  const script = `
    const { ownFolder } = await import(${JSON.stringify(new URL("./temporary-files.server.ts", import.meta.url).href)});
    const { writeFileSync } = await import("node:fs");
    const { path } = await ownFolder(${JSON.stringify(parent)});
    writeFileSync(path + "/left", "half of it");
    process.stdout.write("written");
    setInterval(() => undefined, 1000);`;
  const loader = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(/^\\.\\/[a-z-]+(\\.server)?$/.test(name) ? name + ".ts" : name, context) });`)}`;
  const other = spawn(process.execPath, ["--import", loader, "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  await sweepTemporaryFiles(parent);
  expect((await readdir(parent)).length).toBe(3);

  other.kill("SIGKILL");
  await once(other, "exit");
  await sweepTemporaryFiles(parent);
  expect((await readdir(parent)).toSorted()).toEqual(["shop-notes", running.path.split("/").at(-1)].toSorted());
  expect(await readdir(running.path)).toContain("arriving");
});

test("a temporary file is deleted when its caller has finished", async () => {
  let path: string;
  {
    await using file = await temporaryFile();
    ({ path } = file);
    await writeFile(path, "all of it");
    await sweepTemporaryFiles();
    await access(path);
  }
  await expect(access(path)).rejects.toThrow("ENOENT");
});

test("after an error of the disk, the next temporary file is created as soon as there is space", async () => {
  vi.resetModules();
  const fresh = await import("./temporary-files.server");
  const parent = await emptyFolder();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("TMPDIR", join(parent, "missing"));
  await expect(fresh.temporaryFile()).rejects.toThrow("ENOENT");
  vi.stubEnv("TMPDIR", parent);
  await using file = await fresh.temporaryFile();
  expect(file.path.startsWith(parent)).toBe(true);
});
