import { mkdtemp, rm, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSealer, sealerWith } from "./sealing.server";

const directory = await mkdtemp(join(tmpdir(), "iron-mesa-sealing-"));
afterAll(() => rm(directory, { recursive: true }));
const sealer = sealerWith(Buffer.alloc(32, 7));

test("a sealer opens only what it sealed for the same purpose", () => {
  const sealed = sealer.seal("a form", { name: "Dana" });
  expect(sealer.open("a form", sealed)).toEqual({ name: "Dana" });
  expect(sealer.open("another", sealed)).toBeUndefined();
  expect(sealerWith(Buffer.alloc(32, 8)).open("a form", sealed)).toBeUndefined();
  expect(sealer.open("a form", "")).toBeUndefined();
});

test("a sealed text with any changed byte cannot be opened", () => {
  const bytes = Buffer.from(sealer.seal("a form", "text"), "base64url");
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(sealer.open("a form", changed.toString("base64url"))).toBeUndefined();
  }
});

test("a sealed text cannot be opened after it has expired", () => {
  const start = new Date("2026-11-22T08:00:00Z");
  const sealed = sealer.seal("a form", "text", 60, start);
  expect(sealer.open("a form", sealed, new Date(start.getTime() + 59_000))).toBe("text");
  expect(sealer.open("a form", sealed, new Date(start.getTime() + 61_000))).toBeUndefined();
});

test("a signature is valid only for its purpose and text", () => {
  const signature = sealer.sign("known", "member");
  expect(sealer.isSigned("known", "member", signature)).toBe(true);
  expect(sealer.isSigned("known", "another", signature)).toBe(false);
  expect(sealer.isSigned("other", "member", signature)).toBe(false);
  expect(sealer.isSigned("known", "member", "")).toBe(false);
});

test("processes that start at the same time share one secret, in a file that only its owner can read", async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => openSealer(directory)));
  for (const other of others) expect(other.open("p", first?.seal("p", 1) ?? "")).toBe(1);
  expect(await readdir(directory)).toEqual(["secret-key"]);
  expect((await stat(join(directory, "secret-key"))).mode & 0o777).toBe(0o600);
});
