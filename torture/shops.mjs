import { watch } from "node:fs";
import { mkdir, open as openFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseProcess, killProcess } from "./database-process.mjs";
import { ShopProcess } from "./shop-process.mjs";

const RECOVERS_WITHIN_MS = 20_000;

/**
 * Opens one or more processes of the built shop on one data directory. `folders` names the build folders of processes that use
 * another build.
 */
export async function openShops({ home, happening, gateway, databaseUrl, names, port, ...more }) {
  const dataDirectory = join(home, "data");
  const outbox = join(dataDirectory, "outbox");
  await mkdir(outbox, { recursive: true });
  const letters = watch(outbox, (_kind, file) => file?.endsWith(".part") && happening.at("letter"));
  const log = await openFile(join(home, "shop.log"), "a");
  /** Texts that no shopper may receive, and unexpected ends of processes. */
  const faults = [];
  const shops = await Promise.all(
    names.map(async (name, index) => {
      const own = { port: port + index, stripe: await gateway.proxyFor(name), database: databaseUrl(name) };
      const environment = environmentOf({ drainSeconds: 0, ...more, ...own, dataDirectory, keys: gateway.keys });
      return new ShopProcess({ name, port: port + index, environment, folder: more.folders?.[name], log, faults });
    }),
  );
  const open = () => shops.filter(({ isOpen }) => isOpen);

  return {
    names,
    dataDirectory,
    outbox,
    faults,
    startAll: () => Promise.all(shops.map((shop) => shop.start())),
    anyOpen: (draw) => draw.oneOf(open()),
    someOpen: () => Promise.race(shops.map((shop) => shop.opened)),

    named: (name) => shops.find((shop) => shop.name === name),
    replace: (name) => replaced(shops.find((shop) => shop.name === name)),

    /** Kills a shop with SIGKILL; with `withDatabase` also its database server. */
    async kill(name, { withDatabase = false } = {}) {
      const server = withDatabase ? await databaseProcess(dataDirectory) : undefined;
      await shops.find((shop) => shop.name === name).end("SIGKILL");
      if (server) killProcess(server);
    },

    /** Kills the built-in database's server, or one of its processes; the shops keep running and have to restart it. */
    async killDatabase(pid) {
      killProcess(pid ?? (await databaseProcess(dataDirectory)));
    },

    /** Waits until all running shops are ready again; records a fault if that takes too long. */
    async recovered() {
      const deadline = Date.now() + RECOVERS_WITHIN_MS;
      for (const shop of open())
        if (!(await shop.isReadyUntil(deadline))) {
          faults.push(`the shop did not come back within ${RECOVERS_WITHIN_MS / 1000} s of its database's end`);
          return;
        }
    },

    killAll: () => shops.forEach((shop) => shop.killNow()),

    async stop() {
      letters.close();
      await Promise.all(shops.map((shop) => shop.end("SIGTERM")));
      await log.close();
    },
  };
}

/** Stops a shop with SIGTERM and starts it again. Returns the same as `drained`. */
async function replaced(shop) {
  const times = await drained(shop);
  await shop.start();
  return times;
}

/** Stops a shop with SIGTERM. Returns the milliseconds until it reports that it is not ready, and until its process has ended. */
export async function drained(shop) {
  const begun = Date.now();
  const ended = shop.end("SIGTERM").then(() => Date.now() - begun);
  await shop.isUnready();
  const unreadyMs = Date.now() - begun;
  const goneMs = await ended;
  return { unreadyMs, goneMs };
}

/** Environment variables of a shop's process. */
const environmentOf = ({ port, drainSeconds, dataDirectory, database, stripe, keys }) => ({
  ...process.env,
  NODE_ENV: "production",
  PORT: String(port),
  HOST: "127.0.0.1",
  PUBLIC_URL: "http://shop.invalid",
  DATA_DIR: dataDirectory,
  DATABASE_URL: database,
  SMTP_URL: "",
  SHOP_MODE: "demo",
  MAKE_PICTURES: "false",
  DEMO_SAMPLES: "false",
  LOG_LEVEL: "warn",
  TRUSTED_PROXIES: "1",
  RECONCILE_AFTER: "2",
  DRAIN_SECONDS: String(drainSeconds),
  STRIPE_SECRET_KEY: keys.secretKey,
  STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
  STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  STRIPE_API_BASE: stripe,
  NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
});
