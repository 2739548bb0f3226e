import { publicPage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { services } from "~/services";
import { pageContent } from "~/shop/texts/page-content.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { Route } from "./+types/thank-you.page";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const { placed } = await pageContent(db, "orderPlaced", settings());
  const head = headOf(
    { address, settings: settings() },
    {
      title: placed.title,
      description: "Your order is placed. Confirmation and tracking follow by e-mail.",
      path: "/success",
      listed: false,
    },
  );
  return { head, placed };
}

export const headers: Route.HeadersFunction = () => publicPage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

/** Page that thanks for an order, however the order was placed. */
export default function ThankYouPage({ loaderData: { placed } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <EmptyState
        heading="h1"
        {...placed}
        action={
          <div className="thank-you__links">
            <ButtonLink to="/">Continue Shopping</ButtonLink>
            <ButtonLink to="/order-status" look="line">
              Follow your order
            </ButtonLink>
          </div>
        }
      />
    </main>
  );
}
