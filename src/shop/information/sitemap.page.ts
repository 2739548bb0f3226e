import { services } from "~/services";
import type { Route } from "./+types/sitemap.page";
import { sitemap } from "./sitemap.server";

/** Response with the sitemap of all pages, streamed and not cached because of its size; or with the index of a large sitemap. */
export const loader = ({ context }: Route.LoaderArgs) => sitemap(context.get(services));
