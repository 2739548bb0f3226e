import { services } from "~/services";
import type { Route } from "./+types/sitemap.page";
import { sitemap } from "./sitemap.server";

/** Sitemap of all pages, or the index of a large one; streamed and not kept in the page cache, because of its size. */
export const loader = ({ context }: Route.LoaderArgs) => sitemap(context.get(services));
