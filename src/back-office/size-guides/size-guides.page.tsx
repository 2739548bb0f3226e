import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { type SizeGuideLine, sizeGuideLines } from "~/shop/catalog/size-guides/size-guides.server";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { titled } from "../titled";

export const meta = titled("Size guides");

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  return { lines: await sizeGuideLines(services, member), mayChange: can(member, "goods.change") };
}

const columns: Column<SizeGuideLine>[] = [
  { label: "Name", place: "lead", cell: ({ id, name }) => <RowLink to={`/goods/size-guides/${id}`}>{name}</RowLink> },
  { label: "Sizes", place: "under", cell: ({ sizes }) => counted(sizes, "size") },
  {
    label: "Used by",
    place: "end",
    numeric: true,
    cell: ({ products }) => (products > 0 ? counted(products, "product") : "no product"),
  },
  {
    label: "State",
    place: "last",
    cell: ({ isPutAway }) => (isPutAway ? <State sign="over">Put away</State> : <State sign="full">In use</State>),
  },
];

/** List of all size guides of the shop. */
export default function SizeGuidesPage() {
  const { lines, mayChange } = useLoaderData<typeof loader>();
  const way = mayChange && (
    <ButtonLink to="/goods/size-guides/new" look="main" fit>
      A new size guide
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Size guides" back={{ to: "/goods", name: "Goods" }} acts={lines.length > 0 && way}>
        Tables of sizes and measures. Each product may have one: its page shows it under &quot;Size Guide&quot;.
      </PageHead>
      {lines.length === 0 ? (
        <NothingYet title="No size guide yet" way={way}>
          One guide can serve many products, such as all jackets for men.
        </NothingYet>
      ) : (
        <Table label="Size guides" columns={columns} rows={lines} keyOf={({ id }) => id} live />
      )}
    </>
  );
}
