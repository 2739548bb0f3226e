import { publicPage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { Route } from "./+types/thank-you.page";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = [];

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const head = headOf(
    { address, settings: settings() },
    {
      title: "Order Placed Successfully",
      description: "Your order is placed. Confirmation and tracking follow by e-mail.",
      path: "/success",
      listed: false,
    },
  );
  return { head };
}

export const headers: Route.HeadersFunction = () => publicPage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

/** Thanks for an order, wherever it was placed. */
export default function ThankYouPage() {
  return (
    <main id="main" className="wrap">
      <EmptyState
        heading="h1"
        title="Order Placed Successfully"
        text="Thank you for riding with us. A confirmation email with your order number is on its way, and a tracking email follows as soon as your parcel leaves."
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
