import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { wordsAlone } from "~/shop/publishing/preview-text.server";
import { shownDraft } from "~/shop/publishing/shown-drafts.server";
import { servicesOf, shopPageContext } from "../context";
import { previewAddress } from "./shown-address.server";

/**
 * Page of the shop with one draft, for anybody with its secret address, which is valid for an hour or until a member withdraws
 * it.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const { db } = services;
  const shown = orNotFound(await shownDraft(db, params.secret ?? ""));
  const texts = await wordsAlone({ db }, shown, shown.at ?? undefined);
  const draw = orNotFound(context.get(shopPageContext));
  const page = await draw(await previewAddress(services, shown, texts), { texts });
  page.headers.set("x-robots-tag", "noindex, nofollow");
  page.headers.set("referrer-policy", "no-referrer");
  return page;
}
