import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import type { Route } from "./+types/web-manifest.page";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

const icon = (name: string, size: number, more: object = {}) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  ...more,
});

/** Response with the web app manifest, which contains the shop's present name. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopName } = context.get(services).settings();
  const manifest = {
    name: shopName,
    short_name: shopName,
    description: "Gear for riders.",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#0c0b0a",
    theme_color: "#151311",
    icons: [icon("icon-192", 192), icon("icon-512", 512), icon("icon-maskable-512", 512, { purpose: "maskable" })],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { ...publicPage, "Content-Type": "application/manifest+json" },
  });
}
