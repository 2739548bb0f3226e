import { openToServe } from "./open-database";
import { start } from "./start";
import { stopSignals } from "./stop-signals";

const [command = "serve", ...words] = process.argv.slice(2);
const program = () => import("./program");

await start(async (env) => {
  if (command !== "serve") return (await program()).runShopCommand(env, [command, ...words]);
  const stop = stopSignals();
  // Loads the program while the database server starts: `waiting` is called when opening the database has nothing to do but wait.
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const database = openToServe(env, { waiting: resolve });
  await Promise.race([waiting, database]);
  database.catch(() => undefined);
  const { serveBuild } = await program();
  return serveBuild(env, new URL("../", import.meta.url), { stop, database });
});
