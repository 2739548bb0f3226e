import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import type { Route } from "./+types/security-contact.page";
import { securityContact } from "./security-contact";

/** Parameters of the address that the page reads; any other makes no further cached page. */
export const searchParameters = [];

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const words = securityContact({ address, supportEmail: settings().supportEmail }, new Date());
  return new Response(words, { headers: { ...publicPage, "Content-Type": "text/plain; charset=utf-8" } });
}
