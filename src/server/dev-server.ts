import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import type { App } from "./app";

// Runs on Node's own type stripping: everything of the shop is loaded through Vite, so that a change is there at once.
const server = createHttpServer();
const vite = await createServer({ server: { middlewareMode: true, ws: { server } }, appType: "custom" });
const load = <T>(file: string): Promise<T> => vite.ssrLoadModule(file) as Promise<T>;

const { start } = await load<typeof import("./start")>("/src/server/start.ts");
const { serve } = await load<typeof import("./serve")>("/src/server/serve.ts");

await start((env) =>
  serve(
    env,
    (services) => {
      let known: { module: object; app: App } | undefined;
      async function app(): Promise<App> {
        // Vite gives the same module until one of its files has changed.
        const module = await load<typeof import("./development")>("/src/server/development.ts");
        const build = () => load<ServerBuild>("virtual:react-router/server-build");
        if (known?.module !== module) known = { module, app: module.developmentApp(services, build) };
        return known.app;
      }
      async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
        try {
          (await app()).listener(request, response);
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          const trace = error instanceof Error ? error.stack : String(error);
          response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(trace);
        }
      }
      return {
        listener: (request, response) => vite.middlewares(request, response, () => void answer(request, response)),
        firstPage: async () => (await app()).fetch(new Request(env.publicUrl)),
      };
    },
    server,
  ).finally(() => vite.close()),
);
