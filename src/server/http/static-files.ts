import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { faultOf, log } from "~/platform/log.server";
import { CACHE_CONTROL } from "~/platform/file-response.server";
import { byName } from "~/platform/by-name";
import { type StoredResponse, storedResponse } from "../cache/stored-response";
import { formerAsset, keepAssets } from "./former-assets";
import { securityHeaders } from "./security-headers";

/** Files of the build and of public/, read once and kept in memory. */
export interface StaticFiles {
  /** Returns a file that was read before; undefined for others. */
  loaded(path: string): StoredResponse | undefined;
  load(path: string): Promise<StoredResponse | undefined>;
  loadAll(): Promise<void>;
  /** Copies the build's assets to `former`, for tabs of this release that are still open after the next deploy. */
  keep(): Promise<void>;
}

const TYPES = byName<string>({
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
});

interface FileOptions {
  /** Path prefix of the files, without a trailing slash. */
  base?: string;
  /** Headers that replace or extend the usual ones. */
  headers?: Record<string, string>;
  /** Folder with the assets of former releases, for tabs that were opened before a deploy. */
  former?: string;
}

/** Serves the files that a directory contains at this moment, and assets of former releases. Files added later are not found. */
export function staticFiles(
  directory: string,
  publicUrl: string,
  { base = "", headers: more = {}, former }: FileOptions = {},
): StaticFiles {
  const files = new Set(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => `${base}/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`),
  );
  const answers = new Map<string, StoredResponse>();

  async function load(path: string): Promise<StoredResponse | undefined> {
    const known = answers.get(path);
    if (known || /\.(br|gz)$/.test(path)) return known;
    const isOurs = files.has(path);
    if (!path.startsWith(`${base}/`)) return undefined;
    const own = path.slice(base.length);
    const file = isOurs ? join(directory, own) : former && (await formerAsset(former, own));
    if (!file) return undefined;
    const compressed = (ending: string) =>
      !isOurs || files.has(path + ending) ? readFile(file + ending).catch(() => undefined) : undefined;
    const [identity, br, gzip] = await Promise.all([readFile(file), compressed(".br"), compressed(".gz")]);
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
    async keep() {
      if (!former) return;
      await keepAssets(join(directory, "assets"), former).catch((error: unknown) =>
        log.warn({ error: faultOf(error) }, "scripts are not kept for tabs of this release"),
      );
    },
  };
}
