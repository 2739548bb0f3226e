import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DATA_DIR } from "./database";

/** Returns an e-mail address with a random part, so that each test has its own mailbox. */
export const rider = (name: string) => `${name}.${Math.random().toString(36).slice(2, 10)}@example.com`;

/** Returns the letters sent to an address, as raw message text. */
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
