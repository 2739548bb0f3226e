import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DATA_DIR } from "./database";

/** An address that nobody else uses in these tests. */
export const rider = (name: string) => `${name}.${Math.random().toString(36).slice(2, 10)}@example.com`;

/** The letters to an address, as plain mail. */
export async function lettersTo(address: string): Promise<string[]> {
  const outbox = join(DATA_DIR, "outbox");
  const names = await readdir(outbox).catch(() => []);
  const letters = await Promise.all(
    names.filter((name) => name.endsWith(".eml")).map((name) => readFile(join(outbox, name), "utf8")),
  );
  return letters
    .filter((letter) => letter.includes(`\nTo: ${address}`))
    .map((letter) => letter.replaceAll("=\r\n", ""));
}
