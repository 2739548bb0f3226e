/**
 * Runs the former and the current release on one PostgreSQL server while simulated shoppers read and buy through a proxy: the
 * current release starts and migrates; the former one ends, starts again as in a rollback, and ends. No request may fail, no
 * order may be lost.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";
import { underLoad } from "../torture/deploying.mjs";
import { drawing } from "../torture/drawing.mjs";
import { openGateway } from "../torture/gateway.mjs";
import { whatIsLeft } from "../torture/left-over.mjs";
import { openLedger } from "../torture/ledger.mjs";
import { Moments } from "../torture/moments.mjs";
import { drained, openShops } from "../torture/shops.mjs";
import { verdict } from "../torture/verdict.mjs";
import { need, openStage, POSTGRES, takes, until } from "./debian.mjs";
import { builtIn, formerCommit, inTreeOf } from "./former-checkout.mjs";

/** Durations in milliseconds: of a phase with both releases, and of a phase with one release (ALONE_MS). */
const BESIDE_MS = 15_000;
const ALONE_MS = 4_000;
/** Minimum of requests that each release must serve; with fewer, the test proves nothing. */
const FEWEST = 300;

export async function twoReleases() {
  need({ "postgresql-15": join(POSTGRES, "postgres") });
  return inTreeOf(formerCommit(), "beside this release", async (former) => {
    await builtIn(former);
    const stage = await openStage("two-releases");
    let isRight = false;
    try {
      isRight = await besideEachOther(stage, former, await openServer(stage));
    } finally {
      await stage.close({ keep: !isRight });
      if (!isRight) say(`Logs are kept in ${stage.home}`);
    }
    return isRight;
  });
}

/** Starts a PostgreSQL server; returns its address. */
async function openServer(stage) {
  const port = await freePort();
  const data = await stage.folder("data");
  await stage.run("initdb", join(POSTGRES, "initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8"]);
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: await stage.folder("sockets") };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  await stage.start("postgres", join(POSTGRES, "postgres"), ["-D", data, ...options]);
  await until("PostgreSQL", () => takes(port));
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** Runs the test; returns whether it found no fault. */
async function besideEachOther(stage, folder, server) {
  const seed = Date.now() % 1_000_000;
  const happening = new Moments();
  const gateway = await openGateway(happening, drawing(seed, "network"), { isWhole: true });
  const ledger = await openLedger(server);
  const shops = await openShops({
    home: await stage.folder("shop"),
    happening,
    gateway,
    databaseUrl: ledger.url,
    names: ["former", "present"],
    port: await freePort(),
    drainSeconds: 5,
    folders: { former: folder },
  });
  process.once("exit", () => shops.killAll());
  await shops.named("former").start();
  await ledger.open(shops.dataDirectory);
  await ledger.prepare();
  const before = await columnsOf(ledger);

  const { stories, ...run } = await underLoad({ seed, shops, gateway, ledger, happening, say }, async (drains) => {
    await pause(ALONE_MS);
    await shops.named("present").start();
    say("  present: ready beside the former");
    await pause(BESIDE_MS);
    await drains("former", () => drained(shops.named("former")));
    await shops.named("former").start();
    say("  former: back, on the tables of this release");
    await pause(ALONE_MS);
    await drains("present", () => shops.replace("present"));
    await pause(ALONE_MS);
    await drains("former", () => drained(shops.named("former")));
    await pause(ALONE_MS);
  });
  const leftOver = await whatIsLeft({ ledger, gateway });
  const judged = await verdict({ ledger, gateway, shops, stories, members: [], leftOver });
  const complaints = [...run.complaints, ...judged.complaints];
  const added = (await columnsOf(ledger)) - before;
  const figures = { "columns that this release added": added, ...run.figures, ...judged.figures };
  const fewest = figures["requests that each process took, at least"];
  if (fewest < FEWEST) complaints.push(`one of the releases took ${fewest} requests`);
  for (const [name, value] of Object.entries(figures))
    if (value !== 0 || /fail/.test(name)) say(`  ${String(value).padStart(7)} ${name}`);
  for (const complaint of complaints) say(`WRONG ${complaint}`);
  await shops.stop();
  await ledger.close();
  await gateway.close();
  return complaints.length === 0;
}

/** Number of columns of the shop's tables. */
async function columnsOf(ledger) {
  const [{ columns }] = await ledger.query(
    `select count(*)::int as columns from information_schema.columns where table_schema = 'public'`,
  );
  return columns;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
