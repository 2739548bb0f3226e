/**
 * Kills the shop with SIGKILL again and again, at every step between intent, order, change and refund, while shoppers buy, cancel
 * and pay for changes, and members refund, ship, cancel, change and make orders and handle returns. Then checks payments,
 * refunds, stock, letters and history. Stripe is a fake in this process, so that the correct result is known. Needs a built shop,
 * which `npm run torture` makes. The built-in database is killed, too, together with its shop and alone; with `--processes 2` two
 * processes of the shop share it. With `--database-url`, or TEST_DATABASE_URL, two processes run on that PostgreSQL server, and
 * only they are killed.
 *
 * Other runs kill nothing: with `--hold 10` fifty networks reserve all the stock they can for ten minutes, while honest shoppers
 * buy. With `--deploy 2` two processes are replaced in turn, twice each, under load through a proxy. With `--mixed 30` thirty
 * minutes of reading, buying and work must not make memory, handles, connections or jobs grow; then the built-in database is
 * restarted.
 */
import { mkdtemp, chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { deploying } from "./deploying.mjs";
import { drawing } from "./drawing.mjs";
import { openGateway } from "./gateway.mjs";
import { openCards } from "./gift-cards.mjs";
import { holding } from "./holding.mjs";
import { whatIsLeft } from "./left-over.mjs";
import { openLedger } from "./ledger.mjs";
import { Member } from "./member.mjs";
import { mixedLoad } from "./mixed.mjs";
import { Moments, moments, momentsOfChanges } from "./moments.mjs";
import { askedFor } from "./options.mjs";
import { Payer } from "./payer.mjs";
import { openShops } from "./shops.mjs";
import { Shopper } from "./shopper.mjs";
import { verdict } from "./verdict.mjs";

const { values } = askedFor(process.argv.slice(2));
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const isDeploy = values.deploy !== undefined;
const server = values["database-url"];
/** Maximum time in milliseconds that a round waits for the step at which it kills. */
const TIMEOUT_MS = 2_500;

/** Weights of the processes to kill, for runs with the built-in database. */
const VICTIMS = {
  "the shop": 60,
  "the shop with its database": 12,
  "the database": 14,
  "a process of the database": 8,
  "every connection": 6,
};
const ends = {
  "the shop": (name) => shops.kill(name),
  "the shop with its database": (name) => shops.kill(name, { withDatabase: true }),
  "the database": () => shops.killDatabase().then(shops.recovered),
  async "a process of the database"(_name, draw) {
    const pid = await ledger.anyBackend(draw).catch(() => undefined);
    if (pid) await shops.killDatabase(pid);
    await shops.recovered();
  },
  "every connection": () =>
    ledger
      .cutConnections()
      .catch(() => undefined)
      .then(shops.recovered),
};

const started = Date.now();
const home = await mkdtemp(join(tmpdir(), "iron-mesa-torture-"));
// The operating system user of the database server needs access to the folder.
await chmod(home, 0o755);
say(
  `seed ${seed}: ${rounds} rounds on ${server ? "two processes and a PostgreSQL server" : `the built-in database, ${values.processes} of the shop`}`,
);

const happening = new Moments();
const gateway = await openGateway(happening, drawing(seed, "network"), { isWhole: isDeploy });
const ledger = await openLedger(server);
const shops = await openShops({
  home,
  happening,
  gateway,
  databaseUrl: ledger.url,
  names: server || isDeploy || Number(values.processes) > 1 ? ["left", "right"] : ["only"],
  port: Number(values.port),
  drainSeconds: isDeploy ? 5 : 0,
});
process.once("exit", () => shops.killAll());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

await shops.startAll();
await ledger.open(shops.dataDirectory);
if (values.hold !== undefined) await holdAndEnd(Number(values.hold) || 10);
await ledger.prepare();
if (isDeploy) await deployAndEnd(Number(values.deploy) || 2);
ledger.giftCards = await openCards(ledger.query, shops.dataDirectory);
if (values.mixed !== undefined) await mixAndEnd(Number(values.mixed));
const webhooks = gateway.deliver(shops, drawing(seed, "postman"));

const members = Array.from(
  { length: Number(values.members) },
  (_, index) => new Member({ draw: drawing(seed, `member ${index}`), shops, ledger, changes: values.changes }),
);
for (const member of members) await member.join();
const payer = new Payer({ draw: drawing(seed, "payer"), shops, gateway, ledger, happening });
const working = [...members, payer].map((person) => person.work());
// Settles pending refunds at the fake Stripe while new ones are made.
const settling = setInterval(() => gateway.stripe.account.settleRefunds(), 2_000);

const aims = values.changes ? momentsOfChanges : moments;
const running = [];
const kills = new Map();
for (let round = 0; round < rounds; round += 1) {
  const draw = drawing(seed, `round ${round}`);
  await shops.startAll();
  await ledger.open(shops.dataDirectory);

  const moment = aims[round % aims.length];
  const shot = ledger.aim(moment, happening, draw, moment.patience ?? TIMEOUT_MS);
  for (let next = 0; next < Number(values.shoppers); next += 1) {
    const number = running.length;
    const own = drawing(seed, `shopper ${number}`);
    running.push(new Shopper({ number, draw: own, shops, gateway, ledger, happening }).run());
    await pause(own.below(60));
  }
  const { name, hit } = await shot;
  const victim = server ? "the shop" : draw.weighed(VICTIMS);
  await ends[victim](name ?? draw.oneOf(shops.names), draw);
  await ledger.openGates();
  const label = `${victim} ${hit ? moment.label : "at any moment"}`;
  kills.set(label, (kills.get(label) ?? 0) + 1);
  if ((round + 1) % 20 === 0) say(`${round + 1} rounds in ${seconds()} s`);
}

await shops.startAll();
await ledger.open(shops.dataDirectory);
const stories = await Promise.all(running);
for (const person of [...members, payer]) person.end();
await Promise.all(working);
clearInterval(settling);
gateway.stripe.account.settleRefunds();
await webhooks.stop();
say(`all shoppers are done after ${seconds()} s; the shop puts right what is left`);

const leftOver = await whatIsLeft({ ledger, gateway });
const { figures, complaints } = await verdict({ ledger, gateway, shops, stories, members, leftOver });

for (const [label, times] of [...kills].toSorted()) say(`  ${String(times).padStart(4)} killed: ${label}`);
for (const [name, value] of Object.entries(figures)) say(`  ${String(value).padStart(4)} ${name}`);
for (const [act, times] of payer.done) say(`  ${String(times).padStart(4)} letters with a link: ${act}`);
for (const complaint of complaints) say(`WRONG ${complaint}`);

await shops.stop();
await ledger.close();
await gateway.close();
if (complaints.length === 0) await rm(home, { recursive: true, force: true });
else say(`The data and the shop's log are kept in ${home}`);
say(
  `${complaints.length === 0 ? "ok" : "FAILED"}: ${rounds} kills, ${complaints.length} wrongs, ${seconds()} s, seed ${seed}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

async function deployAndEnd(times) {
  const deployed = await deploying({ times, seed, shops, gateway, ledger, happening, say });
  await judgeAndEnd({ members: [], ...deployed }, `${2 * times} deploys`);
}

async function mixAndEnd(minutes) {
  const mixed = await mixedLoad({ minutes, seed, shops, gateway, ledger, happening, say });
  await judgeAndEnd(mixed, `${minutes} minutes of mixed load`);
}

/** Checks payments and refunds after a run, prints the result with the run's figures, and exits. */
async function judgeAndEnd({ stories, members, ...run }, label) {
  say(`the shop puts right what is left after ${seconds()} s`);
  const leftOver = await whatIsLeft({ ledger, gateway });
  const judged = await verdict({ ledger, gateway, shops, stories, members, leftOver });
  const complaints = [...run.complaints, ...judged.complaints];
  const figures = { ...run.figures, ...judged.figures };
  for (const [name, value] of Object.entries(figures))
    if (value !== 0 || /fail/.test(name)) say(`  ${String(value).padStart(7)} ${name}`);
  for (const complaint of complaints) say(`WRONG ${complaint}`);
  await shops.stop();
  await ledger.close();
  await gateway.close();
  if (complaints.length === 0) await rm(home, { recursive: true, force: true });
  const verdictWord = complaints.length === 0 ? "ok" : "FAILED";
  say(`${verdictWord}: ${label}, ${complaints.length} wrongs, ${seconds()} s, seed ${seed}`);
  process.exit(complaints.length === 0 ? 0 : 1);
}

async function holdAndEnd(minutes) {
  const { figures, complaints } = await holding({ minutes, draw: drawing(seed, "crowd"), shops, gateway, ledger, say });
  for (const [name, value] of Object.entries(figures)) say(`  ${String(value).padStart(7)} ${name}`);
  for (const complaint of complaints) say(`WRONG ${complaint}`);
  await shops.stop();
  await ledger.close();
  await gateway.close();
  if (complaints.length === 0) await rm(home, { recursive: true, force: true });
  const verdictWord = complaints.length === 0 ? "ok" : "FAILED";
  say(`${verdictWord}: ${minutes} minutes of holding, ${complaints.length} wrongs, ${seconds()} s, seed ${seed}`);
  process.exit(complaints.length === 0 ? 0 : 1);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function seconds() {
  return Math.round((Date.now() - started) / 1000);
}
