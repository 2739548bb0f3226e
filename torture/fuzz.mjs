/**
 * Sends random requests to the built shop: to every API call, page and form, partly valid, malformed or cut off, with a content
 * length or in chunks, from many networks. No answer may be a server error, and no data may change that only members can change.
 * `npm run torture -- --fuzz 100000 --seed 7`; with `--only 123` only that request of the seed is sent and printed.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import { openBooks } from "./fuzz-books.mjs";
import { complaintsAbout, Findings, isBusy } from "./fuzz-complaints.mjs";
import { requestOf } from "./fuzz-requests.mjs";
import { openFuzzShop } from "./fuzz-shop.mjs";
import { learnSurface } from "./fuzz-surface.mjs";
import { openConnection } from "./fuzz-connection.mjs";
import { askedFor } from "./options.mjs";

const { values } = askedFor(process.argv.slice(2));
const requests = Number(values.fuzz);
const seed = Number(values.seed);
const ORIGIN = "https://fuzz.invalid";
const LINES = 16;
/** Minimum share of the requests that must not be refused by the rate limits, so that the code behind them is tested. */
const DEPTH = 0.8;
/**
 * Maximum growth of memory from the first half of the requests to the second, by a factor and in megabytes. The growth allows for
 * caches and for garbage that is not collected yet.
 */
const GROWTH = { factor: 1.25, megabytes: 100 };

const started = Date.now();
const home = await mkdtemp(join(tmpdir(), "iron-mesa-fuzz-"));
// The operating system user of the database server needs access to the folder.
await chmod(home, 0o755);
const shop = await openFuzzShop({ home, port: Number(values.port ?? (await freePort())), origin: ORIGIN });

const outbox = join(shop.dataDirectory, "outbox");
const ship = (number) => shop.command("orders", "ship", number, "--carrier", "UPS", "--tracking", "1Z999");
const surface = await learnSurface({ address: shop.address, origin: ORIGIN, outbox, ship });
const books = await openBooks(shop);
say(
  `seed ${seed}: ${requests} requests to ${surface.operations.length} calls, ${surface.pages.length} pages, ${surface.forms.length} forms`,
);

const findings = new Findings();
const complaints = [];
const heard = new Map();
const slowest = [];
const memory = [];
let next = values.only ? Number(values.only) : 0;
const end = values.only ? next + 1 : requests;
await Promise.all(Array.from({ length: values.only ? 1 : LINES }, worker));

async function worker() {
  const line = openConnection(new URL(shop.address).port);
  while (next < end && shop.isAlive()) {
    const number = next++;
    if (number === Math.floor(requests / 2)) memory.push(await shop.megabytes());
    const request = requestOf(surface, seed, number);
    const start = performance.now();
    const result = await line.exchange(request);
    note(request, result, performance.now() - start);
  }
  line.close();
}

function note(request, result, took) {
  const { answers } = result;
  for (const answer of answers) {
    const label = isBusy(answer) ? "503 with Retry-After" : String(answer.status);
    heard.set(label, (heard.get(label) ?? 0) + 1);
  }
  if (answers.length === 0) heard.set("closed", (heard.get("closed") ?? 0) + 1);
  slowest.push(took);
  for (const text of complaintsAbout(request, result, ORIGIN)) findings.add(text, request, answers);
  if (values.only)
    for (const text of [request.bytes, ...answers.map(({ body }) => body)])
      say(JSON.stringify(text.toString("latin1")));
}

memory.push(shop.isAlive() ? await shop.megabytes() : 0);
const seconds = Math.round((Date.now() - started) / 1000);
const expect = (isTrue, text) => isTrue || complaints.push(text);
expect(shop.isAlive(), "the shop has ended");
if (shop.isAlive() && !values.only) {
  const count = (...labels) => labels.reduce((sum, label) => sum + (heard.get(label) ?? 0), 0);
  const all = [...heard.values()].reduce((sum, times) => sum + times, 0);
  const passed = 1 - count("429", "503 with Retry-After") / all;
  expect(passed >= DEPTH, `only ${percent(passed)} of the requests passed the limits`);
  const [half = 0, full = 0] = memory;
  expect(full <= half * GROWTH.factor + GROWTH.megabytes, `memory grew from ${half} MB at half to ${full} MB`);
  for (const path of ["/", "/shop/men", "/api/products", "/checkout"])
    expect((await fetch(shop.address + path)).status === 200, `${path} cannot be had any more`);
  complaints.push(...(await books.complaints()));
  say(`  ${percent(passed)} passed the limits; memory ${half} MB at half, ${full} MB at the end`);
  const times = slowest.toSorted((a, b) => a - b);
  say(
    `  p50 ${Math.round(times[times.length >> 1])} ms, p99 ${Math.round(times[Math.floor(times.length * 0.99)])} ms, slowest ${Math.round(times.at(-1))} ms`,
  );
  say(
    `  ${[...heard]
      .toSorted()
      .map(([label, times]) => `${label}: ${times}`)
      .join(", ")}`,
  );
  say(
    `  ${Object.entries(await books.figures())
      .map(([name, value]) => `${value} ${name}`)
      .join(", ")}`,
  );
}
const faults = await shop.faults();
expect(
  faults.length === 0,
  `${faults.length} lines of the log tell of a fault, such as ${faults.slice(0, 3).join("\n    ")}`,
);

for (const line of findings.lines()) say(line);
for (const text of complaints) say(`WRONG ${text}`);
await books.close();
await shop.stop();
const wrongs = findings.count + complaints.length;
if (wrongs === 0) await rm(home, { recursive: true, force: true });
else say(`The data and the shop's log are kept in ${home}`);
say(
  `${wrongs === 0 ? "ok" : "FAILED"}: ${end - (values.only ? next - 1 : 0)} requests, ${wrongs} wrongs, ${seconds} s, seed ${seed}`,
);
process.exit(wrongs === 0 ? 0 : 1);

function say(text) {
  process.stdout.write(`${text}\n`);
}

function percent(part) {
  return `${(part * 100).toFixed(1)} %`;
}
