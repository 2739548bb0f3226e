// Finds the browser of the tests: the path in CHROMIUM, an installed Chromium or Chrome, or on Debian a package that root can
// install.
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** Names of the executable, best first. The headless shell is the same engine with a third less work. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Package of the fallback fonts that pages show until the shop's fonts load. Chromium's package does not install them. */
const FONTS = { name: "fonts-liberation", folder: "/usr/share/fonts/truetype/liberation" };
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Returns the path of a Chromium on this machine, or undefined. */
export function presentChromium() {
  const named = process.env.CHROMIUM || fromEnvFile();
  if (named) return named;
  const places = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((directory) => NAMES.map((name) => join(directory, name)));
  return [...places, MAC].find(isRunnable);
}

/** Finds Chromium, and installs it and its fonts first where this process has the rights to. */
export async function findChromium() {
  const present = presentChromium();
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall || (present && existsSync(FONTS.folder))) return present;
  process.stdout.write(`${present ? "Fonts are" : "Chromium is"} missing: installing with apt-get.\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => promisify(execFile)("apt-get", args, { env, maxBuffer: 64 * 1024 * 1024 });
  try {
    const install = (name) => apt("install", "-y", "-q", "--no-install-recommends", name);
    await apt("update", "-q");
    // Not every release of Debian has the headless shell.
    if (!present) await install("chromium-headless-shell").catch(() => install("chromium"));
    await install(FONTS.name);
  } catch (error) {
    process.stderr.write(`${String(error.stderr || error.message).trim()}\n`);
  }
  return presentChromium();
}

function fromEnvFile() {
  const line = existsSync(".env") ? /^CHROMIUM=(.+)$/m.exec(readFileSync(".env", "utf8")) : undefined;
  return line?.[1].trim().replace(/^(["'])(.*)\1$/, "$2");
}

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
