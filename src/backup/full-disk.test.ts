import { createHmac } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, inject, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { databaseAddresses } from "~/testing/test-database";
import { BackupNotWritten } from "./backup-file.server";
import { inspectBackup } from "./inspect-backup.server";
import { writeBackup } from "./write-backup.server";

const { db } = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "full-backup-"));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());
const { rows: names } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const { ownerUrl } = databaseAddresses(server, names[0]?.name ?? "", roles);
const signWith = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest("base64url");
const back = (day: number, sign = signWith("the secret key")) =>
  writeBackup({ ownerUrl, pictures, fingerprints: { secretKey: "abc" }, sign }, folder, {
    now: new Date(Date.UTC(2027, 5, day)),
  });

const handle = await open(join(folder, "probe"), "w");
const files = Object.getPrototypeOf(handle) as Pick<typeof handle, "writeFile">;
await handle.close();
await rm(join(folder, "probe"));

const isList = (written: unknown) => typeof written === "string" && written.startsWith('{"key"');

/** Makes each write whose content matches `what` fail as on a full disk. */
function fillBefore(what: (written: unknown) => boolean): void {
  const write = files.writeFile;
  vi.spyOn(files, "writeFile").mockImplementation(function (this: typeof handle, ...args) {
    if (!what(args[0])) return write.apply(this, args);
    return Promise.reject(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));
  });
}
const filesLeft = async () => (await readdir(folder)).toSorted();

test("when the disk fills up during a backup, the error says so, no partial file remains, and the next backup succeeds once there is space", async () => {
  const first = await back(1);
  const [before, list] = [await filesLeft(), await readFile(join(folder, "erasures.json"), "utf8")];
  for (const taken of [0, 1]) {
    let pieces = 0;
    fillBefore(() => pieces++ >= taken);
    const error = await back(2).catch((thrown: unknown) => thrown);
    vi.restoreAllMocks();
    expect(error).toBeInstanceOf(BackupNotWritten);
    expect((error as Error).message).toMatch(/^There is no room for .*\. Free some, then try again; older backups are/);
    expect(await filesLeft()).toEqual(before);
  }
  await inspectBackup(first.file, undefined);
  await inspectBackup((await back(2)).file, undefined);
  expect(await readFile(join(folder, "erasures.json"), "utf8")).toBe(list);
});

test("if the list of erasures cannot be written, the previous list is kept, also one for another secret key", async () => {
  await back(3);
  const [before, list] = [await filesLeft(), await readFile(join(folder, "erasures.json"), "utf8")];
  const another = signWith("another key");
  fillBefore(isList);
  await expect(back(4, another)).rejects.toThrow(BackupNotWritten);
  vi.restoreAllMocks();
  expect(await filesLeft()).toEqual([...before, "iron-mesa-2027-06-04T000000Z.backup"].toSorted());
  expect(await readFile(join(folder, "erasures.json"), "utf8")).toBe(list);
  await back(5, another);
  expect(await readFile(join(folder, "erasures.json"), "utf8")).not.toBe(list);
  expect(await readFile(join(folder, "erasures.json.before-2027-06-05"), "utf8")).toBe(list);
});
