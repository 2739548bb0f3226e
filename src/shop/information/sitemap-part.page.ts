import { services } from "~/services";
import { orNotFound } from "~/shop/form";
import type { Route } from "./+types/sitemap-part.page";
import { sitemapPart } from "./sitemap.server";

/** Response with one part of a large sitemap. */
export const loader = async ({ context, params }: Route.LoaderArgs) =>
  orNotFound(await sitemapPart(context.get(services), params.part));
