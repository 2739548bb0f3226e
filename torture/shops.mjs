import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const STARTS_WITHIN_MS = 60_000;
const RECOVERS_WITHIN_MS = 20_000;

/** One or more processes of the built shop, on one data directory. */
export async function openShops({ home, happening, gateway, databaseUrl, names, port }) {
  const dataDirectory = join(home, "data");
  const outbox = join(dataDirectory, "outbox");
  await mkdir(outbox, { recursive: true });
  const letters = watch(outbox, (_kind, file) => file?.endsWith(".part") && happening.at("letter"));
  const log = await open(join(home, "shop.log"), "a");
  /** What no shopper may ever hear, and shops that ended by themselves. */
  const faults = [];
  const shops = await Promise.all(
    names.map(async (name, index) => ({
      name,
      port: port + index,
      address: `http://127.0.0.1:${port + index}`,
      stripe: await gateway.wireFor(name),
      isOpen: false,
      child: undefined,
    })),
  );
  let someOpen = Promise.withResolvers();

  async function start(shop) {
    if (shop.child) return;
    const child = spawn(process.execPath, ["build/server/index.js", "serve"], {
      stdio: ["ignore", "ignore", log.fd],
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(shop.port),
        HOST: "127.0.0.1",
        PUBLIC_URL: "http://shop.invalid",
        DATA_DIR: dataDirectory,
        DATABASE_URL: databaseUrl(shop.name),
        SMTP_URL: "",
        SHOP_MODE: "demo",
        MAKE_PICTURES: "false",
        LOG_LEVEL: "warn",
        TRUSTED_PROXIES: "1",
        RECONCILE_AFTER: "2",
        DRAIN_SECONDS: "0",
        STRIPE_SECRET_KEY: gateway.keys.secretKey,
        STRIPE_PUBLISHABLE_KEY: gateway.keys.publishableKey,
        STRIPE_WEBHOOK_SECRET: gateway.keys.webhookSecret,
        STRIPE_API_BASE: shop.stripe,
        NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
      },
    });
    shop.child = child;
    child.once("exit", (code, signal) => {
      shop.isOpen = false;
      if (shop.child === child) faults.push(`the shop ended by itself (${signal ?? code})`);
      shop.child = undefined;
    });
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (!(await answers(shop.address))) {
      if (shop.child !== child || Date.now() > deadline) throw new Error("The shop does not start; see its log.");
      await pause(15);
    }
    shop.isOpen = true;
    someOpen.resolve();
  }

  async function end(shop, signal) {
    const { child } = shop;
    if (!child) return;
    shop.isOpen = false;
    shop.child = undefined;
    if (!shops.some(({ isOpen }) => isOpen)) someOpen = Promise.withResolvers();
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  return {
    names,
    dataDirectory,
    outbox,
    faults,
    startAll: () => Promise.all(shops.map(start)),
    anyOpen: (draw) => draw.oneOf(shops.filter(({ isOpen }) => isOpen)),
    someOpen: () => someOpen.promise,

    /** The end without a word; of its own database server too, if wished. */
    async kill(name, { withDatabase = false } = {}) {
      const server = withDatabase ? await databaseProcess(dataDirectory) : undefined;
      await end(
        shops.find((shop) => shop.name === name),
        "SIGKILL",
      );
      if (server) killed(server);
    },

    /** The end of the built-in database's server, or of one of its processes: the shops stay and have to bring it back. */
    async killDatabase(pid) {
      killed(pid ?? (await databaseProcess(dataDirectory)));
    },

    /** Waits until every shop that is open answers again. */
    async recovered() {
      const deadline = Date.now() + RECOVERS_WITHIN_MS;
      for (const shop of shops.filter(({ isOpen }) => isOpen))
        while (!(await answers(shop.address))) {
          if (Date.now() > deadline) {
            faults.push(`the shop did not come back within ${RECOVERS_WITHIN_MS / 1000} s of its database's end`);
            return;
          }
          await pause(50);
        }
    },

    killAll: () => shops.forEach(({ child }) => child?.kill("SIGKILL")),

    async stop() {
      letters.close();
      await Promise.all(shops.map((shop) => end(shop, "SIGTERM")));
      await log.close();
    },
  };
}

const answers = (address) =>
  fetch(`${address}/readyz`).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );

async function databaseProcess(dataDirectory) {
  const file = join(dataDirectory, "postgres", "cluster", "postmaster.pid");
  return Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10) || undefined;
}

function killed(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
