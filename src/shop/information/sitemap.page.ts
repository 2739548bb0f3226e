import { services } from "~/services";
import type { Route } from "./+types/sitemap.page";
import { sitemap } from "./sitemap.server";

/** Every page that search engines may list; as long as the shop is large, and so cached by nobody here. */
export const loader = ({ context }: Route.LoaderArgs) => sitemap(context.get(services));
