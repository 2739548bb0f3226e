import { data } from "react-router";
import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import type { Route } from "./+types/not-found.page";
import { withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { pageContent } from "~/shop/texts/page-content.server";
import { NotFound } from "./not-found";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(services);
  const { shopName } = settings();
  const texts = await withoutEmpty(db, await pageContent(db, "notFound", settings()));
  return data({ texts, shopName }, { status: 404, headers: publicPage });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: ["Page Not Found", loaderData?.shopName].filter(Boolean).join(" | ") },
  { name: "robots", content: "noindex" },
];

export default function NotFoundPage({ loaderData: { texts } }: Route.ComponentProps) {
  return <NotFound texts={texts} />;
}
