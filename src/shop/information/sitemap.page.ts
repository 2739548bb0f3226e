import { services } from "~/services";
import type { Route } from "./+types/sitemap.page";
import { sitemap } from "./sitemap.server";

/** All pages for search engines; streamed and not cached, because of its size. */
export const loader = ({ context }: Route.LoaderArgs) => sitemap(context.get(services));
