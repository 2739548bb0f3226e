import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { bulkRowsOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { callOffPlan, noteLeftPairs, pricePlan } from "~/shop/catalog/price-plans/price-plans.server";
import { pairName } from "~/shop/catalog/stock/pair-name";
import { formOf, orNotFound } from "~/shop/form";
import { formatCents } from "~/shop/money";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-texts";
import { PLAN_STATES, spanWords } from "./plan-texts";

export const meta = () => [{ title: "Planned prices | Workshop" }];

const planIn = ({ plan = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isId(plan)) throw data(null, { status: 404 });
  return plan;
};

/** How many pairs of a plan are named. */
const SHOWN = 200;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const { plan, pairs } = orNotFound(await pricePlan(services, member, planIn(params)));
  const shown = pairs.slice(0, SHOWN);
  const rows = await bulkRowsOf(
    services,
    member,
    shown.map(({ variantId }) => variantId),
  );
  const names = new Map(rows.map((row) => [row.variantId, pairName(row.name, row.size, row.color)]));
  const field = plan.field === "price" ? "the product's price" : "the product's sale price, if any";
  return {
    name: plan.name,
    state: plan.state,
    span: spanWords(plan, services.settings().timeZone),
    submission: randomUUID(),
    count: pairs.length,
    left: plan.seenAt === null ? pairs.filter(({ leftAlone }) => leftAlone).length : 0,
    lines: shown.map(({ variantId, oldPrice, newPrice, leftAlone }) => ({
      id: variantId,
      name: names.get(variantId) ?? "A pair that is gone",
      old: oldPrice === null ? field : formatCents(oldPrice),
      new: formatCents(newPrice),
      leftAlone,
    })),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const id = planIn(params);
  const { submission = "", intent } = await formOf(request);
  if (intent === "seen") {
    await noteLeftPairs(services, member, id);
    return redirect(`/goods/bulk/plans/${id}`);
  }
  if (!isId(submission)) throw data(null, { status: 400 });
  const { act } = await callOffPlan(services, member, { id, submission });
  return redirect(`/goods/bulk/plans/${id}?done=${act}`);
}

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Pair", place: "lead", cell: (line) => line.name },
  { label: "Old", place: "under-end", numeric: true, cell: (line) => line.old },
  { label: "New", place: "end", numeric: true, cell: (line) => line.new },
  {
    label: "State",
    place: "last",
    cell: ({ leftAlone }) => leftAlone && <State sign="waits">Left alone</State>,
  },
];

/** One plan: its pairs, old and new, and its end before its time. */
export default function Plan() {
  const { name, state, span, submission, count, left, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/goods/bulk/plans", name: "Planned prices" }}
        acts={
          (state === "planned" || state === "running") && (
            <Form method="post">
              <input type="hidden" name="submission" value={submission} />
              <Button>{state === "planned" ? "Take it back" : "End it now: old prices again"}</Button>
            </Form>
          )
        }
      >
        <State sign={PLAN_STATES[state].sign}>{PLAN_STATES[state].name}</State> {span}. {counted(count, "pair")}.
      </PageHead>
      {left > 0 && (
        <Notice
          title={`${counted(left, "pair was", "pairs were")} left alone: somebody gave ${left === 1 ? "it" : "them"} another price meanwhile.`}
          action={
            <Form method="post">
              <input type="hidden" name="intent" value="seen" />
              <Button>That is all right</Button>
            </Form>
          }
        />
      )}
      <Table label="Pairs" columns={columns} rows={lines} keyOf={({ id }) => id} />
    </>
  );
}
