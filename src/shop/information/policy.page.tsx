import { byName } from "~/platform/by-name";
import { services } from "~/services";
import { ContentsList } from "~/ui/contents-list";
import { GoLink } from "~/ui/go-link";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { Prose } from "~/ui/prose";
import { publicPage } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { breadcrumbs } from "~/shop/structured-data";
import type { Route } from "./+types/policy.page";
import { policy } from "~/shop/texts/policy.server";
import type { PolicyKey } from "~/shop/texts/page-texts";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";

/** Text key and description of each policy, by its path. */
const POLICIES = byName<{ key: PolicyKey; description: string }>({
  "/terms-&-conditions": {
    key: "terms",
    description: "The terms that apply to this shop and to everything you order.",
  },
  "/privacy-policy": {
    key: "privacy",
    description: "What we store about you, why, for how long, and how to have it removed.",
  },
  "/return-policy": {
    key: "returns",
    description: "What can come back, until when, and when the money is yours again.",
  },
  "/accessibility": {
    key: "accessibility",
    description: "What works in this shop for riders with a disability, what does not yet, and whom to tell.",
  },
});

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const path = decodeURIComponent(url.pathname).replace(/\/$/, "");
  const { key, description } = await orPageNotFound(all, POLICIES[path]);
  const shop = { address, settings: settings() };
  const text = await policy(db, key, shop.settings);
  const made = { title: text.title, description };
  return {
    ...text,
    asks: key === "privacy",
    head: headOf(shop, { ...(await inSearch(db, `policy-${key}`, made, shop.settings)), path }),
    structured: breadcrumbs(shop, [{ name: text.title, path }]),
  };
}

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PolicyPage({ loaderData: { title, html, headings, structured, asks } }: Route.ComponentProps) {
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={title} />
      <div className="wide read">
        <ContentsList sections={headings} />
        <Prose html={html} />
        {asks && <GoLink to="/your-data">Copy or erase your data</GoLink>}
      </div>
    </main>
  );
}
