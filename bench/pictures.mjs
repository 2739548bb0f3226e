/** Makes the AVIF pictures that some pages name in advance, as they exist in a shop after some minutes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const ENCODER = "src/platform/picture-encoder-process.ts";
const NAMED = /\/pictures\/([0-9a-f]{32})\/(\d+)\.avif/g;

/** @throws {Error} when a picture cannot be made. */
export async function makePicturesOf(shop, paths) {
  const widthsOf = new Map();
  for (const path of paths)
    for (const [, hash, width] of (await (await fetch(shop.address + path)).text()).matchAll(NAMED))
      widthsOf.set(hash, (widthsOf.get(hash) ?? new Set()).add(Number(width)));
  const encoder = fork(ENCODER, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  try {
    for (const [hash, widths] of widthsOf) encoder.send(orderOf(join(shop.dataDirectory, "pictures"), hash, widths));
    for (let left = widthsOf.size; left > 0; left--) {
      const [{ id, error }] = await once(encoder, "message");
      if (error !== undefined) throw new Error(`the picture ${id} cannot be made: ${error}`);
    }
  } finally {
    encoder.disconnect();
  }
}

function orderOf(directory, hash, widths) {
  const folder = hash.slice(0, 2);
  const outputs = [...widths].map((width) => ({
    width,
    format: "avif",
    file: join(directory, "made", folder, `${hash}-${width}.avif`),
  }));
  return { id: hash, source: join(directory, "originals", folder, hash), outputs };
}
