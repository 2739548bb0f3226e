import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import type { Route } from "./+types/security-contact.page";
import { securityContact } from "./security-contact";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const words = securityContact({ address, supportEmail: settings().supportEmail }, new Date());
  return new Response(words, { headers: { ...publicPage, "Content-Type": "text/plain; charset=utf-8" } });
}
