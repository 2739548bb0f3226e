import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { pricePlanList } from "~/shop/catalog/price-plans/price-plans.server";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { counted } from "../count-words";
import { planState, spanWords } from "./plan-words";
import { titled } from "../titled";

export const meta = titled("Planned prices");

/** Maximum number of listed plans: first the open plans, then the latest past ones. */
const LISTED = 50;

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const plans = await pricePlanList(services, memberOf(context), LISTED);
  const zone = services.settings().timeZone;
  return {
    lines: plans.map((plan) => ({
      id: plan.id,
      span: spanWords(plan, zone),
      count: counted(plan.variants, "variant"),
      ...planState(plan),
      title: plan.name,
    })),
  };
}

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ id, title }) => <RowLink to={`/goods/bulk/plans/${id}`}>{title}</RowLink>,
  },
  { label: "When", place: "under", cell: ({ span }) => span },
  { label: "How many", place: "end", numeric: true, cell: ({ count }) => count },
  {
    label: "State",
    place: "last",
    cell: ({ sign, name }) => <State sign={sign}>{name}</State>,
  },
];

/** List of open and past price plans. */
export default function Plans() {
  const { lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Planned prices"
        back={{ to: "/goods/bulk", name: "Prices and stock" }}
        acts={
          <ButtonLink to="/goods/bulk/percent" look="main" fit>
            A sale or new prices
          </ButtonLink>
        }
      >
        Sales and prices that begin or end by themselves, and the last ones.
      </PageHead>
      {lines.length === 0 ? (
        <NothingYet title="Nothing is planned" way={<ButtonLink to="/goods/bulk/percent">Plan a sale</ButtonLink>}>
          A sale can begin and end by itself.
        </NothingYet>
      ) : (
        <Table label="Plans" columns={columns} rows={lines} keyOf={({ id }) => id} live />
      )}
    </>
  );
}
