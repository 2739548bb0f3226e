import { openToServe } from "./open-database";
import { start } from "./start";
import { stopSignals } from "./stop-signals";

const [command = "serve", ...words] = process.argv.slice(2);
const program = () => import("./program");

await start(async (env) => {
  if (command !== "serve") return (await program()).runShopCommand(env, [command, ...words]);
  const stop = stopSignals();
  // The database starts while the program is loaded, which takes longer and answers nobody meanwhile.
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const database = openToServe(env, { waiting: resolve });
  await Promise.race([waiting, database]);
  database.catch(() => undefined);
  const { serveBuild } = await program();
  return serveBuild(env, new URL("../", import.meta.url), { stop, database });
});
