/**
 * Builds ops/Dockerfile and runs the image as docs/operations.md says, with podman or docker: size, contents, user, health, what it may
 * write, its volume, how long it takes to stop. Then sends requests through Caddy with ops/Caddyfile, and starts ops/compose.yaml.
 */
import { spawnSync } from "node:child_process";
import { freePort } from "../scripts/free-port.mjs";
import { throughCaddy } from "./caddy.mjs";
import { composed } from "./compose.mjs";
import { containerProgram, isPodman, output, quietly, run, say, withBase } from "./containers.mjs";
import { Ended, until } from "./debian.mjs";

const IMAGE = "iron-mesa-test";
/** Largest size in bytes: an image with the sources and tools of the build has 951 MB. */
const LARGEST = 600_000_000;
/** Seconds that whoever stops the shop waits for it. */
const STOP_WITHIN = 35;
const PUBLIC_URL = "https://shop.localhost";
const OFFICE_HOST = "office.localhost";

/** Whether the image is right; "skipped" where neither podman nor docker is installed. */
export async function image() {
  const program = containerProgram();
  if (!program) {
    say("  skipped: neither podman nor docker works here (apt-get install podman buildah)");
    return "skipped";
  }
  const stage = { program, port: await freePort(), name: `${IMAGE}-${process.pid}`, complaints: [] };
  try {
    await built(stage);
    await contents(stage);
    await started(stage);
    await confined(stage);
    if (!(await throughCaddy(stage))) say("  skipped: caddy is not installed (apt-get install caddy)");
    await stoppedAndStartedAgain(stage);
    quietly(program, "rm", "--force", stage.name);
    if (!(await composed({ ...stage, image: IMAGE })))
      say("  skipped: the compose file, because Docker with Compose 2.24 is not there");
  } finally {
    quietly(program, "rm", "--force", stage.name);
    quietly(program, "volume", "rm", "--force", stage.name);
  }
  for (const complaint of stage.complaints) say(`WRONG ${complaint}`);
  return stage.complaints.length === 0;
}

async function built({ program, complaints }) {
  await withBase(program);
  const began = Date.now();
  // A health check is part of docker's format alone.
  const format = isPodman(program) ? ["--format", "docker"] : [];
  await run(program, ["build", ...format, "--network", "host", "--file", "ops/Dockerfile", "--tag", IMAGE, "."]);
  const size = Number(output(program, "image", "inspect", "--format", "{{.Size}}", IMAGE));
  say(`  ${Math.round(size / 1e6)} MB, built in ${Math.round((Date.now() - began) / 1000)} s`);
  if (!(size < LARGEST)) complaints.push(`the image has ${size} bytes`);
}

/** Looks for tests, tools and secrets in the image. */
async function contents({ program, complaints }) {
  const found = output(program, "run", "--rm", "--entrypoint", "sh", IMAGE, "-c", FIND).split("\n").filter(Boolean);
  for (const path of found) complaints.push(`the image has ${path}`);
}
const FIND =
  "cd /srv/shop; find . -name '*.test.*' -not -path './node_modules/*'; ls -d .env .git e2e bench torture docs src/shop/orders node_modules/vite node_modules/vitest node_modules/typescript node_modules/drizzle-orm 2>/dev/null; true";

async function started({ program, port, name }) {
  const began = Date.now();
  const limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  const settings = { PUBLIC_URL, BACK_OFFICE_HOST: OFFICE_HOST, TRUSTED_PROXIES: "1", MAKE_PICTURES: "false" };
  await run(program, [
    "run",
    "--detach",
    "--name",
    name,
    "--stop-timeout",
    String(STOP_WITHIN),
    "--publish",
    `127.0.0.1:${port}:3000`,
    ...limits,
    ...Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    "--volume",
    `${name}:/srv/shop/data`,
    IMAGE,
  ]);
  await until("the shop of the image", () => isReady(program, name, port), 240_000);
  say(`  ready ${Math.round((Date.now() - began) / 1000)} s after its first start`);
}

/** Health, user and what the process may write. */
async function confined({ program, name, complaints }) {
  const within = (...command) => spawnSync(program, ["exec", name, ...command], { encoding: "utf8" });
  if (within("node", "ops/image-health-check.mjs").status !== 0) complaints.push("the health check fails");
  const test = output(program, "image", "inspect", "--format", "{{json .}}", IMAGE);
  if (!test.includes("image-health-check.mjs")) complaints.push("the image has no health check");
  if (within("id", "-u").stdout.trim() !== "1000") complaints.push("the shop does not run as user 1000");
  for (const file of ["/srv/shop/x", "/srv/shop/build/x", "/usr/x"])
    if (within("touch", file).status === 0) complaints.push(`the shop can write ${file}`);
  if (within("touch", "/srv/shop/data/x").status !== 0) complaints.push("the shop cannot write its volume");
}

async function stoppedAndStartedAgain({ program, port, name, complaints }) {
  const key = () => output(program, "exec", name, "sha256sum", "/srv/shop/data/secret-key");
  const [keyBefore, goodsBefore] = [key(), await goods(port)];
  const began = Date.now();
  await run(program, ["stop", name]);
  const seconds = (Date.now() - began) / 1000;
  const code = output(program, "inspect", "--format", "{{.State.ExitCode}}", name);
  say(`  stopped in ${seconds.toFixed(1)} s`);
  if (code !== "0" || seconds >= STOP_WITHIN) complaints.push(`it ended with ${code} after ${seconds} s`);
  const again = Date.now();
  await run(program, ["start", name]);
  await until("the shop of the image again", () => isReady(program, name, port), 240_000);
  say(`  ready ${Math.round((Date.now() - again) / 1000)} s after its second start`);
  if (key() !== keyBefore || (await goods(port)) !== goodsBefore) complaints.push("the volume was not kept");
}

const at = (port, path) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) });
/** Whether the shop is ready. @throws {Ended} with its last lines if its container has ended. */
async function isReady(program, name, port) {
  if (output(program, "inspect", "--format", "{{.State.Running}}", name) !== "true") {
    const { stdout, stderr } = spawnSync(program, ["logs", "--tail", "20", name], { encoding: "utf8" });
    throw new Ended(`the shop of the image has ended: ${stdout}${stderr}`);
  }
  return (await at(port, "/readyz")).ok;
}
const goods = async (port) => (await at(port, "/api/products")).text();
