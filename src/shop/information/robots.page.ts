import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import { SIGNED } from "~/shop/private-addresses";
import type { Route } from "./+types/robots.page";

/** Paths that robots should not visit: personal pages, search results, the sandbox, and the API, except its pictures. */
const CLOSED = [
  "/cart",
  "/checkout",
  "/wishlist",
  "/success",
  "/order-success",
  "/order-status",
  ...SIGNED,
  "/unsubscribe",
  "/search",
  "/sandbox/",
  "/api/",
];

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export function loader({ context }: Route.LoaderArgs) {
  const { address } = context.get(services);
  const lines = [
    "User-agent: *",
    "Allow: /api/media/",
    ...CLOSED.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${address}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { ...publicPage, "Content-Type": "text/plain; charset=utf-8" },
  });
}
