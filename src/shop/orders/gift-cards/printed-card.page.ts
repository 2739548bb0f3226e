import { services } from "~/services";
import { privatePage } from "~/shop/caching";
import { orNotFound } from "~/shop/form";
import type { Route } from "./+types/printed-card.page";
import { printedCardPage } from "./printed-card.server";

/**
 * Serves a gift card to print, at the signed address in its letter: a document without scripts and without anything from outside, since
 * it shows the code. It only reads, because mail programs also open the addresses in letters.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = orNotFound(await printedCardPage(context.get(services), params));
  return new Response(page, {
    headers: {
      ...privatePage,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
