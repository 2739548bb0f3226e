import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { type Env, networkOf } from "~/platform/env.server";
import { faultOf, log } from "~/platform/log.server";
import { sweepTemporaryFiles } from "~/platform/temporary-files.server";
import type { Services } from "~/services";
import { respondToClientErrors } from "./http/client-errors";
import { boundedServer, drain, oneAtATime } from "./http/connections";
import { IS_OPEN } from "./back-office/back-office-host";
import { ownerLink, ownerLinkLine } from "./commands/owner-link";
import { type PageCache, openPageCache } from "./cache/page-cache";
import { openDatabase, type OpenDatabase } from "./open-database";
import { openServices, type OpenShop } from "./open-services";
import { type Stop, stopSignals } from "./stop-signals";

/** The built shop, or the one in development. */
export interface RequestHandler {
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** Renders the first page in advance. */
  firstPage(): Promise<unknown>;
}

/** Milliseconds after the start of a shutdown when everything left is destroyed. */
const CUT_MS = 22_000;

export interface ServeOptions {
  /** Set by a caller that listened earlier. */
  stop?: Stop;
  /** A database that is being opened. */
  database?: Promise<OpenDatabase>;
  server?: Server;
}

/** Opens the shop, serves until a stop is requested, and closes everything. */
export async function serve(
  env: Env,
  createHandler: (services: Services, pageCache: PageCache, isStopping: () => boolean) => RequestHandler,
  {
    stop = stopSignals(),
    database = openDatabase(env),
    // Behind a proxy all connections have one address.
    server = boundedServer(env.trustedProxies > 0 ? { perNetwork: Infinity } : {}),
  }: ServeOptions = {},
): Promise<void> {
  const pageCache = openPageCache();
  const shop = await openServices(env, await database, pageCache.drop);
  try {
    const owner = await ownerLink(shop.services.db, { ...env, ...shop.services });
    const { listener, firstPage } = createHandler(shop.services, pageCache, () => stop.isStopping);
    server.on("request", oneAtATime(listener));
    respondToClientErrors(server, listener, env.publicUrl);
    const address = await listening(server, env);
    await firstPage();
    announce(env, shop, address, owner);
    const working = sweepTemporaryFiles()
      .catch((error: unknown) => log.error({ error: faultOf(error) }, "temporary files are left"))
      .then(shop.work)
      .catch((error: unknown) => {
        if (!stop.isStopping) log.error({ error: faultOf(error) }, "the background work");
      });
    await Promise.race([stop.requested, shop.lost]);
    shop.stopWaiting();
    const times = { lingerMs: env.drainSeconds * 1000, cutMs: CUT_MS };
    await Promise.all([drain(server, times, Promise.race([stop.hurried, shop.lost])), working]);
  } finally {
    await shop.close();
  }
}

/** The port is not available; the message is one line for the operator. */
export class PortUnavailable extends Error {
  override readonly name = "PortUnavailable";
}

function listening(server: Server, env: Env): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === "EADDRINUSE" ? "another program has it" : message;
    reject(new PortUnavailable(`Port ${env.port} cannot be used: ${reason}. Set PORT to another one.`));
  });
  server.listen(env.port, env.host, () => {
    const { port } = server.address() as AddressInfo;
    resolve(`http://${isIPv6(env.host ?? "") ? `[${env.host}]` : (env.host ?? "localhost")}:${port}`);
  });
  return promise;
}

function announce(
  env: Env,
  { services, directory, notes }: OpenShop,
  address: string,
  owner: Awaited<ReturnType<typeof ownerLink>>,
): void {
  const started = Number(process.env.IRON_MESA_STARTED) || performance.timeOrigin;
  const money = { sandbox: "sandbox (test payments only, no money moves)", stripe: "Stripe" };
  const lines = [
    "",
    `  Iron Mesa is open at ${address}`,
    "",
    `  network   ${networkOf(env)}`,
    `  data      ${env.dataDirectory}`,
    `  database  ${directory ?? "as DATABASE_URL says"}`,
    `  letters   ${services.mail.where}`,
    `  payments  ${money[services.payments.name]}`,
    ...(owner && IS_OPEN ? [`  owner     ${ownerLinkLine(owner, process.stdout.isTTY)}`] : []),
    ...[...env.warnings, ...notes].map((note) => `  note      ${note}`),
    `  ready     ${Math.round(Date.now() - started)} ms after the start`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  log.info({ at: address, mode: env.shopMode, payments: services.payments.name }, "open");
}
