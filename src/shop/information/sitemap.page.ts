import { services } from "~/services";
import type { Route } from "./+types/sitemap.page";
import { sitemap } from "./sitemap.server";

/** Response with the sitemap of all pages; it is streamed and not cached, because of its size. */
export const loader = ({ context }: Route.LoaderArgs) => sitemap(context.get(services));
