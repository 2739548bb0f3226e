/**
 * Kills, then freezes the primary database server while 50 simulated shoppers pay, and compares payments with orders: with a
 * synchronous standby no order may be lost or doubled, and the shop must sell again without an operator. Uses the fake Stripe of
 * `npm run torture`.
 */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";
import { drawing } from "../torture/drawing.mjs";
import { openGateway } from "../torture/gateway.mjs";
import { openLedger } from "../torture/ledger.mjs";
import { Moments } from "../torture/moments.mjs";
import { Shopper } from "../torture/shopper.mjs";
import { openShops } from "../torture/shops.mjs";
import { refundsApart, verdict } from "../torture/verdict.mjs";
import { openCluster } from "./cluster.mjs";
import { need, POSTGRES, until } from "./debian.mjs";

const RIDERS = 50;
/** Ways to stop the primary server, each with the seconds within which the shop must sell again. */
const ENDS = [
  { label: "killed", signal: "SIGKILL", within: 20 },
  { label: "frozen", signal: "SIGSTOP", within: 45 },
];
/** SQL that counts the shop's connections with LISTEN, for changes and for jobs. */
const LISTENING = `select count(*)::int as listening from pg_stat_activity
  where datname = current_database() and query ~* '^listen|pg_listening_channels'`;
const AFTERMATH_MS = 5 * 60_000;

export async function availability() {
  need({
    "postgresql-15": `${POSTGRES}/postgres`,
    patroni: "/usr/bin/patroni",
    "etcd-server": "/usr/bin/etcd",
    haproxy: "/usr/sbin/haproxy",
  });
  if (!existsSync("build/server/index.js")) throw new Error("The shop is not built: npm run shop -- --help builds it.");
  const results = [];
  for (const end of ENDS) results.push(await oneEnd(end));
  return results.every(Boolean);
}

/** Tests one way to stop the primary server, in a new cluster. */
async function oneEnd(end) {
  say(`${end.label}: starting two servers`);
  const cluster = await openCluster();
  let complaints;
  try {
    complaints = await whileRidersPay(cluster, end);
  } finally {
    await cluster.close({ keep: complaints?.length !== 0 });
    if (complaints?.length !== 0) say(`Logs are kept in ${cluster.stage.home}`);
  }
  return complaints.length === 0;
}

/** Stops the primary server while shoppers pay; returns the faults found afterwards. */
async function whileRidersPay(cluster, { label, signal, within }) {
  const seed = Date.now() % 1_000_000;
  const happening = new Moments();
  const gateway = await openGateway(happening, drawing(seed, "network"));
  const ledger = await openLedger(cluster.url);
  const shops = await openShops({
    home: await cluster.stage.folder("shop"),
    happening,
    gateway,
    databaseUrl: ledger.url,
    names: ["only"],
    port: await freePort(),
  });
  process.once("exit", () => shops.killAll());
  await shops.startAll();
  await ledger.open(shops.dataDirectory);
  await ledger.prepare();
  const webhooks = gateway.deliver(shops, drawing(seed, "postman"));
  const settling = setInterval(() => gateway.stripe.account.settleRefunds(), 2_000);

  const crowd = openCrowd({ seed, shops, gateway, ledger, happening });
  await pause(5_000);
  await until("a synchronous standby before the end", cluster.hasStandby);
  const primary = await cluster.primary();
  const ended = new Date();
  await cluster.signal(primary, signal);
  say(`${label}: ${primary.name} is gone, ${crowd.running()} riders are shopping`);

  await until("the database", () => ledger.open(shops.dataDirectory).then(() => true), 120_000);
  const firstSale = () =>
    ledger.query("select min(paid_at) as at from orders where drafted_at > $1 and paid_at is not null", [ended]);
  // Tries twice, because the proxy may still route the first connection to the stopped server.
  const sold = () => firstSale().catch(() => ledger.open(shops.dataDirectory).then(firstSale));
  await until("a sale", async () => (await sold())[0]?.at, 120_000);
  const seconds = ((await firstSale())[0].at.getTime() - ended.getTime()) / 1000;
  const stories = await crowd.end();

  clearInterval(settling);
  gateway.stripe.account.settleRefunds();
  await webhooks.stop();
  const openEnds = async () => [...(await ledger.openEnds()), ...(await refundsApart(ledger, gateway))];
  const deadline = Date.now() + AFTERMATH_MS;
  while ((await openEnds()).length > 0 && Date.now() < deadline) {
    await pause(1_000);
    gateway.stripe.account.settleRefunds();
  }
  const { figures, complaints } = await verdict({
    ledger,
    gateway,
    shops,
    stories,
    members: [],
    leftOver: await openEnds(),
  });
  const [{ listening }] = await ledger.query(LISTENING);
  if (listening < 2) complaints.push("the listeners of changes and of jobs did not come back");
  if (seconds > within) complaints.push(`the shop sold again after ${seconds.toFixed(1)} s, not within ${within} s`);

  say(
    `${label}: sold again after ${seconds.toFixed(1)} s; ${figures["orders paid"]} orders paid of ${figures["intents paid"]} payments, ${figures["payments refunded in full"]} refunded in full`,
  );
  for (const complaint of complaints) say(`WRONG ${complaint}`);
  await shops.stop();
  await ledger.close().catch(() => undefined);
  await gateway.close();
  return complaints;
}

/** Keeps 50 simulated shoppers active: starts a new one for each that finishes. */
function openCrowd({ seed, ...world }) {
  const stories = [];
  const running = new Set();
  let isOpen = true;
  let number = 0;
  const next = () => {
    if (!isOpen) return;
    const own = number++;
    const rider = new Shopper({ number: own, draw: drawing(seed, `shopper ${own}`), ...world })
      .run()
      .then((story) => stories.push(story))
      .finally(() => {
        running.delete(rider);
        setTimeout(next, 200);
      });
    running.add(rider);
  };
  for (let rider = 0; rider < RIDERS; rider += 1) setTimeout(next, rider * 60);
  return {
    running: () => running.size,
    async end() {
      isOpen = false;
      while (running.size > 0) await Promise.all(running);
      return stories;
    },
  };
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
