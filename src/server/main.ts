import { fileURLToPath } from "node:url";
import { createRequestHandler, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import { type Env, UnusableEnv } from "~/platform/env.server";
import type { Services } from "~/services";
import { shopApp } from "./app";
import { type BackOfficeApp, backOfficeApp, backOfficeFiles } from "./back-office-app";
import { checkStock, migrateDatabase, openShell, resetDatabase } from "./database-commands";
import { acceptsFormsBy } from "./allowed-methods";
import { recoverOwner, showOwnerLink } from "./member-commands";
import { handleOrders } from "./order-commands";
import { pageCacheKeys } from "./page-cache-keys";
import { serve } from "./serve";
import { type Command, start } from "./start";
import { staticFiles } from "./static-files";

const commands: Record<string, Command> = {
  serve: serveBuild,
  migrate: migrateDatabase,
  reset: resetDatabase,
  stock: checkStock,
  shell: openShell,
  orders: handleOrders,
  "owner-link": showOwnerLink,
  "owner-recover": recoverOwner,
};

function serveBuild(env: Env): Promise<void> {
  return serve(env, (services, pageCache, isStopping) => {
    const files = staticFiles(fileURLToPath(new URL("../client", import.meta.url)), env.publicUrl);
    const app = shopApp(services, {
      pages: createRequestHandler(build),
      files,
      pageCache,
      addresses: pageCacheKeys(build.routes, services, pageCache.memoize),
      isStopping,
      trustedProxies: env.trustedProxies,
      acceptsForms: acceptsFormsBy(build.routes),
    });
    const backOffice = builtBackOffice(services, env);
    return {
      listener: (request, response) => (backOffice.takes(request) ? backOffice : app).listener(request, response),
      async firstPage() {
        await app.fetch(new Request(env.publicUrl));
        // A build that replaces this one under way takes the files from the disk, not from us.
        void files.loadAll();
      },
    };
  });
}

/** The back office with the files of its own build; its screens are loaded when the first one is asked for. */
function builtBackOffice(services: Services, { publicUrl, backOfficeHost: host, trustedProxies }: Env): BackOfficeApp {
  const folder = new URL("../back-office/", import.meta.url);
  let pages: Promise<ReturnType<typeof createRequestHandler>> | undefined;
  const load = async () => {
    const [{ backOfficeBuild }, { default: assets }] = await Promise.all([
      import("~/back-office/server-build"),
      import(/* @vite-ignore */ new URL("server/index.js", folder).href) as Promise<{ default: ServerBuild["assets"] }>,
    ]);
    return createRequestHandler(backOfficeBuild(assets));
  };
  return backOfficeApp(services, {
    publicUrl,
    host,
    trustedProxies,
    files: backOfficeFiles(fileURLToPath(new URL("client", folder)), publicUrl),
    pages: async (request, context) => (await (pages ??= load()))(request, context),
  });
}

await start((env) => {
  const name = process.argv[2] ?? "serve";
  const command = commands[name];
  if (!command) throw new UnusableEnv(`There is no command ${name}; there are ${Object.keys(commands).join(", ")}.`);
  return command(env);
});
