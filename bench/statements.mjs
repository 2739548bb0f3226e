import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const SETTLES_WITHIN_MS = 30_000;
/** SQL comment that marks the bench's own statements. */
const OWN = "/* bench */";

/**
 * Counts the statements that a shop sends to its database during `work` and the jobs that follow from it, by their text, and the
 * transactions that write. The server logs each statement meanwhile, which is slow, so no times should be measured then.
 */
export async function statementsOf(shop, work) {
  const ask = (statement) => shop.query(`${OWN} ${statement}`);
  const file = join(shop.dataDirectory, "postgres", "postgres.log");
  const transactions = async () =>
    Number((await ask("select pg_snapshot_xmax(pg_current_snapshot()) as next"))[0].next);
  await ask("alter system set log_statement = 'all'");
  await ask("select pg_reload_conf()");
  await pause(500);
  const from = (await stat(file)).size;
  const before = await transactions();
  await work();
  await jobsAreDone(ask);
  const written = (await transactions()) - before;
  await ask("alter system reset log_statement");
  await ask("select pg_reload_conf()");
  return { written, statements: counted(statementsIn(await textFrom(file, from))) };
}

async function jobsAreDone(ask) {
  const deadline = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const [{ jobs }] = await ask(`select count(*)::int as jobs from pgboss.job where name !~ '^__pgboss'
      and (state = 'active' or (state < 'active' and start_after < now() + interval '1 minute'))`);
    if (jobs === 0 || Date.now() > deadline) return;
    await pause(100);
  }
}

async function textFrom(file, position) {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(size - position), 0, size - position, position);
    return buffer.toString();
  } finally {
    await handle.close();
  }
}

/** Extracts the statements from a server's log, without those of the bench; each becomes one line. */
export function statementsIn(log) {
  const found = [];
  let isStatement = false;
  for (const line of log.split("\n")) {
    const [, text] = /LOG: {2}(?:statement|execute [^:]*): (.*)/.exec(line) ?? [];
    if (text !== undefined) found.push(text);
    else if (isStatement && line.startsWith("\t")) found[found.length - 1] += ` ${line.trim()}`;
    isStatement = text !== undefined || (isStatement && line.startsWith("\t"));
  }
  return found.filter((text) => !text.includes(OWN)).map((text) => text.replace(/\s+/g, " ").trim());
}

const counted = (texts) =>
  [...Map.groupBy(texts, (text) => text)]
    .map(([text, all]) => ({ text, times: all.length }))
    .toSorted((one, other) => other.times - one.times);
