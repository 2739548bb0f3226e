import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";

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
      async function app() {
        const { developmentApp } = await load<typeof import("./development")>("/src/server/development.ts");
        return developmentApp(services, () => load<ServerBuild>("virtual:react-router/server-build"));
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
