import type { Services } from "~/services";
import { api } from "~/server/api";

/** Calls a shop's API without a network and parses the JSON answers. */
export function apiClient(shop: Services) {
  const app = api(shop);
  const ask = async (path: string, init?: RequestInit) => readJson(await app.request(path, init));
  return {
    ask,
    request: async (path: string, init?: RequestInit): Promise<Response> => app.request(path, init),
    post: (path: string, body: unknown, type = "application/json") =>
      ask(path, {
        method: "POST",
        headers: { "content-type": type },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** Reads status, headers and parsed body of a response. */
export const readJson = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});
