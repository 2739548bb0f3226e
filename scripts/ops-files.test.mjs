import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { READ_WHEN_RUNNING } from "../ops/image-files.mjs";
import { parsed, read as readSource, sourceFiles, walk } from "./sources.mjs";

const read = (name) => readFileSync(join("ops", name), "utf8");
const [dockerfile, compose, unit, proxy] = ["Dockerfile", "compose.yaml", "iron-mesa.service", "Caddyfile"].map(read);

/** Seconds from SIGTERM until the shop has ended: connections are cut at 22 s, then jobs and pool are closed. */
const FINISHED_BY = 25;

test("the time-outs for stopping in the compose file and the systemd unit are longer than the shop takes to stop", () => {
  const waits = [/^\s*stop_grace_period: (\d+)s/m.exec(compose)?.[1], /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]];
  expect(waits).toEqual(["35", "35"]);
  expect(Math.min(...waits.map(Number))).toBeGreaterThan(FINISHED_BY);
  expect(dockerfile).toContain("STOPSIGNAL SIGTERM");
  const cut = Number(/CUT_MS = (\d+)_000/.exec(readFileSync("src/server/serve.ts", "utf8"))?.[1]);
  expect(cut).toBeLessThan(FINISHED_BY);
});

test("no ops file runs the shop as root", () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(dockerfile.indexOf("USER 1000")).toBeLessThan(dockerfile.indexOf("\nCMD"));
  expect(unit).toMatch(/^User=iron-mesa$/m);
  for (const line of ["NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="])
    expect(unit).toContain(`\n${line}\n`);
});

test("every file that ops files name exists, and their health checks request addresses of the shop", () => {
  const named = [
    ...[...compose.matchAll(/- \.\/([\w.-]+):\//g)].map(([, name]) => `ops/${name}`),
    ...[...compose.matchAll(/dockerfile: (\S+?) ?\}/g)].map(([, name]) => name),
    ...[...dockerfile.matchAll(/ (ops\/[\w.-]+)$/gm)].map(([, name]) => name),
  ];
  expect(named).toEqual(
    expect.arrayContaining(["ops/make-roles.sh", "ops/Caddyfile", "ops/Dockerfile", "ops/image-health-check.mjs"]),
  );
  for (const file of named) expect([file, existsSync(file)]).toEqual([file, true]);
  const routes = readFileSync("src/server/shop-routes.ts", "utf8");
  for (const [probe, text] of [
    ["/readyz", proxy],
    ["/healthz", read("image-health-check.mjs")],
  ]) {
    expect(text).toContain(probe);
    expect(routes).toContain(`"${probe}"`);
  }
  // The entry file of the server that `npm start` runs.
  const started = /"(build\/server\/index\.js)", "serve"/.exec(readFileSync("scripts/run.mjs", "utf8"))?.[1];
  expect(dockerfile).toContain(`"${started}", "serve"`);
  expect(unit).toContain(`${started} serve`);
});

test("every setting of the shop in the compose file exists in the shop's environment", () => {
  const known = new Set(
    [...readFileSync("src/platform/env.server.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(
      ([, name]) => name,
    ),
  );
  const [, settings = ""] = /environment:\n((?: {4}\w+: .*\n)+)/.exec(compose) ?? [];
  const named = [...settings.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name);
  expect(named).toContain("TRUSTED_PROXIES");
  for (const name of named) expect(known).toContain(name);
});

test("the documented way to run the image alone publishes the image's port, on this machine only, as it stands behind a proxy", () => {
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  const documented = readFileSync("docs/operations.md", "utf8")
    .replaceAll(/\s+/g, " ")
    .match(/`docker run [^`]+`/g);
  expect(documented).toHaveLength(1);
  expect(documented[0]).toContain(` --publish 127.0.0.1:${port}:${port} `);
});

test("the image has every file of the project that the running shop reads", async () => {
  const named = new Set();
  for (const file of await sourceFiles()) {
    if (/\.test\.tsx?$|^src\/testing\/|vite\.config|react-router\.config|dev-server/.test(file)) continue;
    walk(parsed(file, await readSource(file)).program, ({ type, value }) => {
      if (type === "Literal" && typeof value === "string" && PATH_OF_PROJECT.test(value) && existsSync(value))
        named.add(value);
    });
  }
  expect(named).toContain("src/shop/places/zip-places.tsv");
  // Installs a former PostgreSQL; the image has it with the other scripts.
  const own = [...named].filter((path) => !path.startsWith("scripts/") && !path.startsWith("build/"));
  const isThere = (path) => READ_WHEN_RUNNING.some((root) => path === root || path.startsWith(`${root}/`));
  expect(own.filter((path) => !isThere(path))).toEqual([]);
});

const PATH_OF_PROJECT = /^(?:node_modules|src|migrations|scripts|ops|public|docs)\//;
