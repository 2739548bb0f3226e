// `npm run bench -- fill`. Vite loads the code from its sources, because the built shop does not contain it.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vite = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { "~": `${root}src` } },
});
const { FILL_USAGE, fillShop } = await vite.ssrLoadModule("/bench/fill/fill-shop.ts");
if (process.argv.includes("--help")) {
  process.stdout.write(`${FILL_USAGE}\n`);
  process.exit(0);
}
const { start } = await vite.ssrLoadModule("/src/server/start.ts");
await start(fillShop);
