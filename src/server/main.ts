import { fileURLToPath } from "node:url";
import { createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { shopApp } from "./app";
import { checkStock, migrateDatabase, openShell, resetDatabase } from "./database-commands";
import { acceptsFormsBy } from "./allowed-methods";
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
    return {
      listener: app.listener,
      async firstPage() {
        await app.fetch(new Request(env.publicUrl));
        // A build that replaces this one under way takes the files from the disk, not from us.
        void files.loadAll();
      },
    };
  });
}

await start((env) => {
  const name = process.argv[2] ?? "serve";
  const command = commands[name];
  if (!command) throw new UnusableEnv(`There is no command ${name}; there are ${Object.keys(commands).join(", ")}.`);
  return command(env);
});
