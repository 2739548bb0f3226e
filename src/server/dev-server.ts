import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "vite";

// Runs on Node's own type stripping: everything of the shop is loaded through Vite, so that a change is there at once.
const server = createHttpServer();
const vite = await createServer({ server: { middlewareMode: true, ws: { server } }, appType: "custom" });
const load = <T>(file: string): Promise<T> => vite.ssrLoadModule(file) as Promise<T>;

const { readEnv, UnusableEnv } = await load<typeof import("../platform/env.server")>("/src/platform/env.server.ts");
const { log } = await load<typeof import("../platform/log.server")>("/src/platform/log.server.ts");
const { serve } = await load<typeof import("./serve")>("/src/server/serve.ts");

try {
  const env = readEnv();
  log.level = env.logLevel;
  await serve(env, (services) => {
    const app = async () => {
      const { shopApp } = await load<typeof import("./app")>("/src/server/app.ts");
      const build = () => load<import("react-router").ServerBuild>("virtual:react-router/server-build");
      return shopApp(services, { build, development: true });
    };
    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        (await app()).listener(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        response
          .writeHead(500, { "content-type": "text/plain" })
          .end(error instanceof Error ? error.stack : String(error));
      }
    }
    return {
      listener: (request, response) => vite.middlewares(request, response, () => void answer(request, response)),
      firstPage: async () => (await app()).fetch(new Request(env.publicUrl)),
    };
  }, server);
  await vite.close();
  process.exit(0);
} catch (error) {
  const expected =
    error instanceof UnusableEnv || (error instanceof Error && /AlreadyRunning|NoPostgres|NoPort/.test(error.name));
  process.stderr.write(
    `${expected && error instanceof Error ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
}
