import { fileURLToPath } from "node:url";
import * as build from "virtual:react-router/server-build";
import { AlreadyRunning, NoPostgres } from "~/platform/embedded-postgres.server";
import { type Env, readEnv, UnusableEnv } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { shopApp } from "./app";
import { migrateDatabase, openShell, resetDatabase } from "./database-commands";
import { NoPort, serve } from "./serve";
import { staticFiles } from "./static-files";

const commands: Record<string, (env: Env) => Promise<void>> = {
  serve: (env) =>
    serve(env, (services, kept) => {
      const files = staticFiles(fileURLToPath(new URL("../client", import.meta.url)), env.publicUrl);
      const app = shopApp(services, { build, files, kept });
      return { listener: app.listener, firstPage: () => app.fetch(new Request(env.publicUrl)) };
    }),
  migrate: migrateDatabase,
  reset: resetDatabase,
  shell: openShell,
};

/** What whoever starts the shop can mend; said in one line, without a trace of our code. */
function lineFor(error: unknown): string | undefined {
  if (error instanceof AlreadyRunning)
    return `The shop is running already on this data directory: ${error.message}. Stop it first, or set DATA_DIR.`;
  if (error instanceof UnusableEnv || error instanceof NoPostgres || error instanceof NoPort) return error.message;
  if (
    error instanceof Error &&
    "code" in error &&
    ["ECONNREFUSED", "ENOTFOUND", "28P01", "3D000"].includes(String(error.code))
  )
    return `The database cannot be reached: ${error.message}`;
  return undefined;
}

const name = process.argv[2] ?? "serve";
try {
  const command = commands[name];
  if (!command) throw new UnusableEnv(`There is no command ${name}; there are ${Object.keys(commands).join(", ")}.`);
  const env = readEnv();
  log.level = env.logLevel;
  await command(env);
  process.exit(0);
} catch (error) {
  const line = lineFor(error);
  process.stderr.write(`${line ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
}
