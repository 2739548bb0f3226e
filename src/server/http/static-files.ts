import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { CACHE_CONTROL } from "~/platform/file-response.server";
import { type StoredResponse, storedResponse } from "../cache/stored-response";
import { securityHeaders } from "./security-headers";

/** Files of the build and of public/, read once and kept in memory. */
export interface StaticFiles {
  /** A file that was read before. */
  loaded(path: string): StoredResponse | undefined;
  load(path: string): Promise<StoredResponse | undefined>;
  loadAll(): Promise<void>;
}

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".map": "application/json",
};

interface FileOptions {
  /** Path prefix of the files, without a trailing slash. */
  base?: string;
  /** Headers that replace or extend the usual ones. */
  headers?: Record<string, string>;
}

/** Serves the files that a directory contains now; later ones are not found. */
export function staticFiles(
  directory: string,
  publicUrl: string,
  { base = "", headers: more = {} }: FileOptions = {},
): StaticFiles {
  const files = new Set(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => `${base}/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`),
  );
  const answers = new Map<string, StoredResponse>();

  async function load(path: string): Promise<StoredResponse | undefined> {
    const known = answers.get(path);
    if (known || !files.has(path) || /\.(br|gz)$/.test(path)) return known;
    const file = join(directory, path.slice(base.length));
    const [identity, br, gzip] = await Promise.all([
      readFile(file),
      files.has(`${path}.br`) ? readFile(`${file}.br`) : undefined,
      files.has(`${path}.gz`) ? readFile(`${file}.gz`) : undefined,
    ]);
    const headers = {
      ...securityHeaders(publicUrl),
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      // Names under assets/ contain a hash of their content.
      "cache-control": path.startsWith("/assets/") ? CACHE_CONTROL.immutable : CACHE_CONTROL.hour,
      ...more,
    };
    const answer = storedResponse(200, headers, identity, { ...(br && { br }), ...(gzip && { gzip }) });
    answers.set(path, answer);
    return answer;
  }

  return {
    loaded: (path) => answers.get(path),
    load,
    async loadAll() {
      for (const path of files) await load(path);
    },
  };
}
