import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { type Env, networkOf } from "~/platform/env.server";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import { answerClientErrors } from "./client-errors";
import { type KeptAnswers, keepAnswers } from "./kept-answers";
import { openServices, type OpenShop } from "./open-services";

/** What answers requests: the built shop, or the one that changes under development. */
export interface Answering {
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** Makes the first page, so that it is ready before somebody waits for it. */
  firstPage(): Promise<unknown>;
}

const DRAIN_MS = 8_000;

/** Slow and endless requests are cut off before they tie up the shop. */
const patientServer = (): Server =>
  createServer({
    maxHeaderSize: 16 * 1024,
    // Node's own answer to a request without one has no headers of ours; the shop refuses it itself.
    requireHostHeader: false,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 30_000,
  });

/** Opens the shop, serves until it is told to stop, and puts everything away. */
export async function serve(
  env: Env,
  answering: (services: Services, kept: KeptAnswers) => Answering,
  server = patientServer(),
): Promise<void> {
  const told = stopSignal();
  const kept = keepAnswers();
  const shop = await openServices(env, kept.drop);
  try {
    const { listener, firstPage } = answering(shop.services, kept);
    server.on("request", listener);
    answerClientErrors(server, listener, env.publicUrl);
    const address = await listening(server, env);
    await firstPage();
    announce(env, shop, address);
    const working = shop.work().catch((error: Error) => log.error({ error: faultOf(error) }, "the background work"));
    await Promise.race([told, shop.lost]);
    await Promise.all([drained(server), working]);
  } finally {
    await shop.close();
  }
}

/** Resolves at the first signal to stop, or when the process that started this one is gone. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve());
  process.on("disconnect", () => resolve());
  return promise;
}

/** A port that cannot be had; its message is one line for whoever starts the shop. */
export class NoPort extends Error {
  override readonly name = "NoPort";
}

function listening(server: Server, env: Env): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === "EADDRINUSE" ? "another program has it" : message;
    reject(new NoPort(`Port ${env.port} cannot be used: ${reason}. Set PORT to another one.`));
  });
  server.listen(env.port, env.host, () => {
    const { port } = server.address() as AddressInfo;
    resolve(`http://${isIPv6(env.host ?? "") ? `[${env.host}]` : (env.host ?? "localhost")}:${port}`);
  });
  return promise;
}

/** Takes no more requests and waits until those under way have their answers. */
async function drained(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(late);
}

function announce(env: Env, { services, directory, notes }: OpenShop, address: string): void {
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
    ...[...env.warnings, ...notes].map((note) => `  note      ${note}`),
    `  ready     ${Math.round(Date.now() - started)} ms after the start`,
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  log.info({ at: address, mode: env.shopMode, payments: services.payments.name }, "open");
}
