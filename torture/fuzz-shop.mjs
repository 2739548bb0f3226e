import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MALLOC } from "../scripts/heap.mjs";

const STARTS_WITHIN_MS = 60_000;
/** Log level from which a line reports a fault. */
const ERROR = 50;

/**
 * Starts the built shop as a separate process with its own data, configured as behind a trusted proxy. It ends with this process,
 * from its first moment on, also when this process is ended while the shop starts. `program` is the shop's, with its arguments.
 */
export async function openFuzzShop({ home, port, origin, program = ["build/server/index.js", "serve"] }) {
  const dataDirectory = join(home, "data");
  await mkdir(dataDirectory, { recursive: true });
  const file = join(home, "shop.log");
  const log = await open(file, "a");
  const environment = environmentOf({ port, origin, dataDirectory });
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", log.fd, log.fd],
    env: environment,
  });
  process.once("exit", () => child.kill("SIGKILL"));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(130));
  const address = `http://127.0.0.1:${port}`;
  const isAlive = () => child.exitCode === null && child.signalCode === null;

  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!(await isHealthy(address))) {
    if (!isAlive() || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The shop does not start:\n${await readFile(file, "utf8")}`);
    }
    await pause(25);
  }

  return {
    address,
    dataDirectory,
    isAlive,

    /** Memory of the process in megabytes. */
    async megabytes() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
    },

    /** Log lines that report a fault. */
    faults: async () => faultsIn(await readFile(file, "utf8")),

    /** Runs a command of the shop on the same data; returns its exit code and output. */
    async command(...args) {
      const run = spawn(process.execPath, ["build/server/index.js", ...args], {
        env: environment,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const output = [];
      run.stdout.on("data", (chunk) => output.push(chunk));
      const [code] = await once(run, "close");
      return { code, output: Buffer.concat(output).toString() };
    },

    async stop() {
      if (isAlive()) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await log.close();
    },
  };
}

const isHealthy = (address) =>
  fetch(`${address}/healthz`).then(
    async (response) => {
      await response.text();
      return response.ok;
    },
    () => false,
  );

/** Environment variables of the shop's process. */
const environmentOf = ({ port, origin, dataDirectory }) => ({
  ...process.env,
  NODE_ENV: "production",
  PORT: String(port),
  HOST: "127.0.0.1",
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: "1",
  DATA_DIR: dataDirectory,
  DATABASE_URL: "",
  SMTP_URL: "",
  SHOP_MODE: "demo",
  MAKE_PICTURES: "false",
  DEMO_SAMPLES: "false",
  STRIPE_SECRET_KEY: "",
  STRIPE_PUBLISHABLE_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  LOG_LEVEL: "warn",
  NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
  ...MALLOC,
});

/**
 * Log lines that report a fault: JSON lines from level `ERROR`, and other lines with an error, a warning or a stack trace. The
 * message about a proxy that sends no client address is expected once, because some requests omit the address.
 */
function faultsIn(log) {
  const lines = log.split("\n");
  const isFault = (line) =>
    line.startsWith("{") ? JSON.parse(line).level >= ERROR : /error|warning|^\s+at /i.test(line);
  const proxy = lines.findIndex((line) => line.includes("without a readable X-Forwarded-For"));
  return lines.filter((line, index) => index !== proxy && isFault(line));
}
