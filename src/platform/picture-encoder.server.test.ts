import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { encodePicture, encoderId } from "./picture-encoder.server";

const directory = await mkdtemp(join(tmpdir(), "encoder "));
afterAll(() => rm(directory, { recursive: true, force: true }));
const source = join(directory, "source.png");
await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#884422" } })
  .png()
  .toFile(source);
const encoded = (name: string) =>
  encodePicture(source, [{ width: 640, format: "webp", file: join(directory, name) }], "background");

test("an idle encoder process ends, but not while a request waits for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await encoded("first.webp");
  const asked = encoded("second.webp");
  vi.advanceTimersByTime(60_000);

  await expect(asked).resolves.toBeUndefined();
  expect(encoderId("background")).toBeDefined();
  vi.advanceTimersByTime(60_000);
  expect(encoderId("background")).toBeUndefined();
});
