import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { HOUR } from "~/platform/durations";
import { type Env, networkOf } from "~/platform/env.server";
import { inTime } from "~/platform/in-time.server";
import { faultOf, log } from "~/platform/log.server";
import { sweepTemporaryFiles } from "~/platform/temporary-files.server";
import type { Services } from "~/services";
import { respondToClientErrors } from "./http/client-errors";
import { boundedServer, drain, oneAtATime } from "./http/connections";
import { IS_OPEN } from "./back-office/back-office-host";
import { ownerLink, ownerLinkLine } from "./commands/owner-link";
import { type PageCache, openPageCache } from "./cache/page-cache";
import { openCounts } from "./counts";
import { listening } from "./listening";
import { type OpenDatabase, openToServe } from "./open-database";
import { openServices, type OpenShop } from "./open-services";
import { markSold } from "./sold-marker.server";
import { type Stop, stopSignals } from "./stop-signals";

/** The HTTP handler of the shop, built or in development. */
export interface RequestHandler {
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** Renders the home page before the first request, so that this request does not have to wait. */
  firstPage(): Promise<unknown>;
  /** Pattern of a request's address, used as a label of metrics. */
  routeOf?(request: IncomingMessage): string;
  /** Writes counts that are held in memory; called when no request is left. */
  flush?(): Promise<void>;
}

/** Milliseconds from the start of a shutdown until remaining connections are destroyed. */
const CUT_MS = 22_000;

/** Seconds within which a shutdown usually ends, as docs/operations.md says. */
const ENDS_WITHIN_S = 25;

/** Milliseconds for each write at the end, which a dead database connection would never finish. */
const WRITE_MS = 5_000;

/** Milliseconds between checks whether the shop has sold anything. */
const MARK_EVERY_MS = HOUR;

export interface ServeOptions {
  /** Stop requests that the caller already listens for. */
  stop?: Stop;
  /** Database that the caller is already opening. */
  database?: Promise<OpenDatabase>;
  server?: Server;
}

/** Opens the shop, serves until a stop is requested, and closes everything. */
export async function serve(
  env: Env,
  createHandler: (services: Services, pageCache: PageCache, isStopping: () => boolean) => RequestHandler,
  {
    stop = stopSignals(),
    database = openToServe(env),
    // Behind a proxy all connections come from one address, so there is no limit per network.
    server = boundedServer(env.trustedProxies > 0 ? { perNetwork: Infinity } : {}),
  }: ServeOptions = {},
): Promise<void> {
  const pageCache = openPageCache();
  const shop = await openServices(env, await database, pageCache.drop);
  const mark = () =>
    markSold(env, shop.services.db).catch((error: unknown) => log.warn({ error: faultOf(error) }, "the shop's marker"));
  const counts = openCounts(shop.services, env);
  // Repeated, since the first real order may arrive at any time.
  const marking = setInterval(() => void mark(), MARK_EVERY_MS).unref();
  try {
    await mark();
    const owner = await ownerLink(shop.services.db, { ...env, ...shop.services });
    const handler = createHandler(shop.services, pageCache, () => stop.isStopping);
    const { firstPage, routeOf, flush } = handler;
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      counts.watch(request, response);
      handler.listener(request, response);
    };
    const { metricsPort: port, metricsHost: host } = env;
    const metrics =
      port === undefined
        ? undefined
        : await (await import("./metrics/serve-metrics")).serveMetrics({ port, host }, await shop.readings());
    server.on("request", oneAtATime(metrics ? metrics.timing(listener, routeOf) : listener));
    respondToClientErrors(server, listener, env.publicUrl);
    const address = await listening(server, env, "PORT");
    await firstPage();
    announce(env, shop, { address, metrics: metrics?.address, owner });
    const working = sweepTemporaryFiles()
      .catch((error: unknown) => log.error({ error: faultOf(error) }, "temporary files are left"))
      .then(shop.work)
      .catch((error: unknown) => {
        if (!stop.isStopping) log.error({ error: faultOf(error) }, "the background work");
      });
    await Promise.race([stop.requested, shop.lost]);
    // A terminal that was closed must not end the process before its work is finished.
    process.stdout.on("error", () => undefined);
    say(`Iron Mesa closes: what it has begun is finished, within ${ENDS_WITHIN_S} s.`);
    shop.stopWaiting();
    const times = { lingerMs: env.drainSeconds * 1000, cutMs: CUT_MS };
    const started = inTime("start of the background work", working, times.lingerMs + CUT_MS);
    await Promise.all([drain(server, times, Promise.race([stop.hurried, shop.lost])), started]);
    if (flush) await inTime("what is written at the end", flush(), WRITE_MS);
  } finally {
    clearInterval(marking);
    await inTime("counts", counts.close(), WRITE_MS);
    await shop.close();
  }
  say("Iron Mesa is closed.");
}

/** Prints a line for the operator at the console, beside the log. */
const say = (words: string): boolean => process.stdout.write(`  ${words}\n`);

/** Addresses of an open shop, and the link for its first owner. */
interface Opened {
  address: string;
  metrics: string | undefined;
  owner: Awaited<ReturnType<typeof ownerLink>>;
}

function announce(env: Env, { services, directory, notes }: OpenShop, { address, metrics, owner }: Opened): void {
  const started = Number(process.env.IRON_MESA_STARTED) || performance.timeOrigin;
  const { name, isLive } = services.payments;
  const money = { sandbox: "sandbox", stripe: "Stripe" }[name];
  const lines = [
    "",
    `  Iron Mesa is open at ${address}`,
    "",
    `  network   ${networkOf(env)}`,
    ...(metrics ? [`  metrics   ${metrics}/metrics`] : []),
    `  data      ${env.dataDirectory}`,
    `  database  ${directory ?? "as DATABASE_URL says"}`,
    `  letters   ${services.mail.where}`,
    `  payments  ${money}${isLive ? "" : " (test payments only, no money moves)"}`,
    ...(owner && IS_OPEN ? [`  owner     ${ownerLinkLine(owner, process.stdout.isTTY)}`] : []),
    ...[...env.warnings, ...notes].map((note) => `  note      ${note}`),
    `  ready     ${Math.round(Date.now() - started)} ms after the start`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  log.info({ at: address, mode: env.shopMode, payments: services.payments.name }, "open");
}
