import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import type { App } from "./app";
import type { BackOfficeApp } from "./back-office/back-office-app";

// Node runs this file by stripping its types; Vite loads the shop, so that changes apply at once.
const server = createHttpServer();
const vite = await createServer({ server: { middlewareMode: true, ws: { server } }, appType: "custom" });
// The back office's browser build has a manifest and a base path of its own.
const office = await createServer({
  configFile: "src/back-office/vite.config.ts",
  server: { middlewareMode: true, ws: { server } },
  appType: "custom",
});
const officeAssets = async () =>
  ((await office.ssrLoadModule("virtual:react-router/server-manifest")) as { default: ServerBuild["assets"] }).default;
const load = <T>(file: string): Promise<T> => vite.ssrLoadModule(file) as Promise<T>;

const { start } = await load<typeof import("./start")>("/src/server/start.ts");
const { serve } = await load<typeof import("./serve")>("/src/server/serve.ts");

await start((env) =>
  serve(
    env,
    (services) => {
      let known: { module: object; app: App; backOffice: BackOfficeApp } | undefined;
      async function apps() {
        // Vite caches the module until one of its files changes.
        const module = await load<typeof import("./development")>("/src/server/development.ts");
        const build = () => load<ServerBuild>("virtual:react-router/server-build");
        if (known?.module !== module)
          known = {
            module,
            app: module.developmentApp(services, build),
            backOffice: module.developmentBackOffice(services, env.backOfficeHost, officeAssets, build),
          };
        return known;
      }
      async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
        try {
          const { app, backOffice } = await apps();
          if (!backOffice.takes(request))
            return vite.middlewares(request, response, () => app.listener(request, response));
          office.middlewares(request, response, () => {
            // Vite's middleware removes the base path from `url`; this restores it.
            request.url = (request as { originalUrl?: string }).originalUrl ?? request.url;
            backOffice.listener(request, response);
          });
        } catch (error) {
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          const trace = error instanceof Error ? error.stack : String(error);
          response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(trace);
        }
      }
      return {
        listener: (request, response) => void answer(request, response),
        firstPage: async () => (await apps()).app.fetch(new Request(env.publicUrl)),
      };
    },
    { server },
  ).finally(() => Promise.all([vite.close(), office.close()])),
);
