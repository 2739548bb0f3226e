import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatCents } from "~/shop/money";
import { salesByDay } from "~/shop/orders/sales.server";
import { dayWords } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { PageHead } from "../ui/page-head";
import { type Column, Table } from "../ui/table";
import { CHART_DAYS } from "./sales";

export const meta = () => [{ title: "Sales a day | Workshop" }];

interface Row {
  day: string;
  sold: string;
  orders: number;
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const days = await salesByDay(services, member, CHART_DAYS, new Date());
  const rows = days
    .toReversed()
    .map(({ day, sold, orders }): Row => ({ day: dayWords(day), sold: formatCents(sold), orders }));
  return { rows, zone: services.settings().timeZone };
}

const columns: Column<Row>[] = [
  { label: "Day", place: "lead", cell: ({ day }) => day },
  { label: "Orders", place: "under-end", numeric: true, cell: ({ orders }) => orders },
  { label: "Sold", place: "end", numeric: true, cell: ({ sold }) => sold },
];

/** The chart of Today as a table. */
export default function SalesTable() {
  const { rows, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Sales a day" back={{ to: "/", name: "Today" }}>
        {`The last ${CHART_DAYS} days, after refunds. Days begin at midnight in ${zone}.`}
      </PageHead>
      <Table label="Sales a day" columns={columns} rows={rows} keyOf={({ day }) => day} />
    </>
  );
}
