import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { can } from "~/shop/members/rights";
import { orderGlance } from "~/shop/orders/find-orders.server";
import { orderNumberIn } from "~/shop/orders/order";
import { Hits } from "../ui/hits";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { findAnything } from "./find.server";
import { Glance } from "./glance";
import { glanceView } from "./glance-view";

export const meta = () => [{ title: "Find | Workshop" }];

/** The longest that anything is called. */
const LONGEST = 80;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, LONGEST);
  const [services, member] = [servicesOf(context), memberOf(context)];
  const number = orderNumberIn(query);
  const order = number && can(member, "orders.read") ? await orderGlance(services, member, number) : null;
  if (order) return { query, groups: [], order: glanceView(order, services.settings()) };
  return { query, groups: await findAnything(services, member, query), order: null };
}

/** The palette as a page, which needs no script. */
export default function Find() {
  const { query, groups, order } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Find">Goods, orders by their number, settings, and what can be done.</PageHead>
      <div className="tools">
        <Search name="q" label="Name, number or a few letters" value={query} />
      </div>
      {order && <Glance {...order} />}
      {groups.length > 0 && <Hits groups={groups} query={query} />}
      {!order && groups.length === 0 && (
        <NothingFound title={`Nothing is called "${query}"`}>
          Try fewer letters. Orders are found by the first digits of their number.
        </NothingFound>
      )}
    </>
  );
}
