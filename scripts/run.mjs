// Runs the commands of package.json. Plain JavaScript without dependencies, because it runs before packages are installed and on
// older versions of Node than the shop, which uses Node 24 from node_modules.
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { ancestors } from "./ancestors.mjs";
import { build, buildShopFirst } from "./builds.mjs";
import { runChecks } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { told } from "./command-options.mjs";
import { freePort } from "./free-port.mjs";
import { generateMigration } from "./generate-migration.mjs";
import { HEAP, MALLOC } from "./heap.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { install, installTool } from "./packages.mjs";
import { TOLD } from "./progress-news.mjs";
import { differingFunctions, writeFunctionFiles } from "./sql-functions.mjs";
import { ended, Failed, launch, root, run, step } from "./steps.mjs";
import { playwrightReport, slowest, vitestReport } from "./test-reports.mjs";

const started = Date.now();
process.chdir(root);
const [command = "", ...rest] = process.argv.slice(2);

const commands = { start, dev, check, test, bench, torture, "ops-test": opsTest, shop, db, orders, format };
/** Commands that do not need the packages for checks and tests. */
const WITHOUT_TOOLS = ["start", "dev", "shop", "db", "orders"];

/** Numbers of passed and failed tests so far. */
const tally = { passed: 0, failed: 0 };

/**
 * Starts the shop when its build is done, then builds the back office, whose address shows until then that it is being built.
 */
async function start() {
  const { stop } = await buildShopFirst();
  const code = await serve([...HEAP, "build/server/index.js", "serve"], { NODE_ENV: "production" }, stop);
  stop();
  // Exits without waiting for the build, which may still wait for the lock of another process.
  process.exit(code);
}

function dev() {
  return serve(["src/server/dev-server.ts"], { NODE_ENV: "development" });
}

async function check() {
  await runChecks();
  return 0;
}

async function test() {
  const reports = await mkdtemp(join(memoryFolder(), "iron-mesa-reports-"));
  const [vitest, playwright] = [join(reports, "vitest.json"), join(reports, "playwright.json")];
  // PostgreSQL runs as another user and needs search permission on this folder.
  await chmod(reports, 0o755);
  try {
    await check();
    await rulesAndApi(vitest);
    await build();
    await fuzz();
    await journeys(playwright, join(reports, "data"));
    return 0;
  } catch (error) {
    if (error instanceof Failed && tally.failed === 0) tally.failed = 1;
    throw error;
  } finally {
    for (const { name, seconds } of await slowest({ vitest, playwright }))
      process.stdout.write(`slowest ${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
    await rm(reports, { recursive: true, force: true });
    process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
  }
}

async function rulesAndApi(report) {
  const reporters = ["dot", "./scripts/vitest-progress.mjs", "json"].map((name) => `--reporter=${name}`);
  try {
    await step("rules and API", "vitest", ["run", ...reporters, `--outputFile.json=${report}`], {
      NODE_ENV: "test",
      ...TOLD,
    });
  } finally {
    count(await vitestReport(report));
  }
}

/** Sends 20,000 generated invalid requests to a shop; `npm run torture -- --fuzz` sends more. */
async function fuzz() {
  await step("fuzz", "node", ["torture/fuzz.mjs", "--fuzz", "20000", "--seed", "1"], { NODE_ENV: "production" });
  count({ passed: 1, failed: 0 });
}

async function journeys(report, dataDirectory) {
  const CHROMIUM = await findChromium();
  if (!CHROMIUM) {
    process.stderr.write(
      "Chromium is missing: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.\n",
    );
    throw new Failed();
  }
  const environment = {
    ...TOLD,
    CHROMIUM,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_PORT: String(await freePort()),
    E2E_DATA_DIR: dataDirectory,
    E2E_NEW_DATA_DIR: `${dataDirectory}-new`,
  };
  // Retries failed tests, because shared machines stall. Tests that pass on a retry are reported; a test that fails twice fails
  // the run. Records traces of retries only: recording all tests would make the run about a fifth longer.
  const args = [
    "test",
    "--retries=2",
    "--trace=on-first-retry",
    "--reporter=dot,./scripts/playwright-progress.mjs,json",
  ];
  const failure = await step("journeys", "playwright", args, environment).catch((error) => error);
  const result = await playwrightReport(report);
  count(result);
  for (const title of result.triedAgain) process.stdout.write(`       passed at another try: ${title}\n`);
  for (const complaint of result.complaints) process.stdout.write(`FAILED ${complaint}\n`);
  if (failure || result.complaints.length > 0) throw failure ?? new Failed();
}

async function bench() {
  if (rest[0] === "fill") return run("node", ["bench/fill/fill.mjs", ...rest.slice(1)], { NODE_ENV: "production" });
  const { askedFor } = await import("../bench/options.mjs");
  const asked = askedFor(rest);
  if (!asked.sections) return told(asked);
  await build();
  if (asked.sections.includes("lighthouse")) await installTool("lighthouse");
  return run("node", ["bench/bench.mjs", ...rest], { NODE_ENV: "production" });
}

async function torture() {
  const { askedFor } = await import("../torture/options.mjs");
  const asked = askedFor(rest);
  if (!asked.program) return told(asked);
  // Acts in a row are a test, which runs without a build.
  if (asked.program !== "torture/acts.mjs") await build();
  return run("node", [asked.program, ...rest], { NODE_ENV: "production" });
}

/** Runs the tests that use PgBouncer, Patroni, etcd and HAProxy from Debian packages. */
async function opsTest() {
  await build();
  return run("node", ["ops/ops-test.mjs", ...rest], { NODE_ENV: "production" });
}

/** Runs a command of operators; `npm run shop -- --help` lists the commands. */
function shop() {
  return operate(rest);
}

/** Short for `npm run shop -- db`. */
function db() {
  return operate(["db", ...rest]);
}

/** Short for `npm run shop -- orders`. */
function orders() {
  return operate(["orders", ...rest]);
}

async function operate([verb = "help", ...words]) {
  const developer = { generate, functions };
  if (verb === "db" && Object.hasOwn(developer, words[0]) && !words.includes("--help"))
    return developer[words[0]](words.slice(1));
  await build();
  return run("node", ["build/server/index.js", verb, ...words], { NODE_ENV: "production" });
}

/** Generates a migration file from the declared tables and the files of SQL functions. */
async function generate(words) {
  const tool = join(await installTool("drizzle-kit"), "bin.cjs");
  const name = words.find((word) => !word.startsWith("-"));
  const { code, file, functions } = await generateMigration("migrations", {
    isCustom: words.includes("--custom"),
    generate: (more) => run("node", [tool, "generate", ...(name ? ["--name", name] : []), ...more]),
  });
  if (functions.length > 0) process.stdout.write(`Functions in ${file}: ${functions.join(", ")}\n`);
  return code;
}

/** Names the SQL functions whose files differ from the migrations; with `--write` takes the text of the migrations. */
function functions(words) {
  if (words.includes("--write")) writeFunctionFiles("migrations");
  const names = differingFunctions("migrations");
  for (const name of names) process.stdout.write(`${name}: its file and the migrations differ\n`);
  return names.length === 0 ? 0 : 1;
}

function format() {
  return run("prettier", ["--write", "--log-level", "warn", "."]);
}

/** Runs the shop as a child process and returns its exit code: forwards signals, and stops it when npm has ended. */
async function serve(args, environment, stopped = () => undefined) {
  await mkdir("node_modules/.cache", { recursive: true });
  const child = launch("node", args, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    environment: {
      ...MALLOC,
      ...process.env,
      ...environment,
      IRON_MESA_STARTED: String(started),
      NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
    },
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => {
      stopped();
      child.kill(signal);
    });
  // Stops the shop if npm has ended without forwarding a signal.
  const npm = ancestors();
  if (process.env.npm_lifecycle_event) setInterval(() => ancestors() === npm || child.kill("SIGTERM"), 200).unref();
  return ended(child);
}

function count({ passed, failed }) {
  tally.passed += passed;
  tally.failed += failed;
}

try {
  if (!Object.hasOwn(commands, command)) {
    process.stderr.write(`Usage: npm start, npm test, or npm run ${Object.keys(commands).slice(1).join(" | ")}\n`);
    throw new Failed();
  }
  await install(WITHOUT_TOOLS.includes(command) ? "shop" : "all");
  process.exitCode = await commands[command]();
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  process.exitCode = error.code;
}
