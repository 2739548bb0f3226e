import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRowsOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { movePlan } from "~/shop/catalog/price-plans/move-plan.server";
import { callOffPlan, noteLeftPairs, type PricePlan, pricePlan } from "~/shop/catalog/price-plans/price-plans.server";
import { priceOf } from "~/shop/catalog/pricing/pricing";
import { pairName } from "~/shop/catalog/stock/pair-name";
import { formOf, orNotFound } from "~/shop/form";
import { type Cents, cents, formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { declined, type Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { formatMoment, parseMoment } from "../goods/parse-moment";
import { isId } from "../is-id";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
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
  const known = new Map(rows.map((row) => [row.variantId, row]));
  const { timeZone } = services.settings();
  return {
    name: plan.name,
    state: plan.state,
    isSale: plan.field === "salePrice",
    zone: timeZone,
    span: spanWords(plan, timeZone),
    times: {
      startsAt: formatMoment(plan.startsAt.toISOString(), timeZone),
      endsAt: formatMoment(plan.endsAt?.toISOString() ?? null, timeZone),
    },
    submission: randomUUID(),
    count: pairs.length,
    left: plan.seenAt === null ? pairs.filter(({ leftAlone }) => leftAlone).length : 0,
    lines: shown.map(({ variantId, oldPrice, newPrice, leftAlone }) => {
      const row = known.get(variantId);
      return {
        id: variantId,
        name: row ? pairName(row.name, row.size, row.color) : "A variant that is gone",
        old: row ? oldWords(plan.field, oldPrice, row) : "–",
        new: formatCents(newPrice),
        leftAlone,
      };
    }),
  };
}

/** What shoppers pay without the plan: where the variant had no price of its own, the product's. */
function oldWords(field: PricePlan["field"], oldPrice: Cents | null, row: BulkRow): string {
  const product = { price: row.productPrice, salePrice: row.productSalePrice };
  const pair = { price: row.price, salePrice: row.salePrice, [field]: oldPrice };
  return formatCents(field === "price" ? (pair.price ?? product.price ?? cents(0)) : priceOf(product, pair));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const id = planIn(params);
  const here = `/goods/bulk/plans/${id}`;
  const typed = await formOf(request);
  const { submission = "", intent } = typed;
  if (intent === "seen") {
    await noteLeftPairs(services, member, id);
    return redirect(here);
  }
  if (!isId(submission)) throw data(null, { status: 400 });
  if (intent === "times") {
    const { timeZone } = services.settings();
    const [startsAt, endsAt] = [parseMoment(typed.startsAt, timeZone), parseMoment(typed.endsAt, timeZone)];
    const errors = {
      ...((startsAt === undefined || (startsAt === null && typed.startsAt !== undefined)) && {
        startsAt: "Write the day and the time at which it begins.",
      }),
      ...(endsAt === undefined && { endsAt: "Write a day and a time, or leave it empty." }),
    };
    if (Object.keys(errors).length > 0) return declined(typed, { errors });
    try {
      const moved = await movePlan(services, member, {
        id,
        submission,
        startsAt: startsAt ?? null,
        endsAt: endsAt ?? null,
      });
      return redirect(moved.saved ? `${here}?done=${moved.act}` : here);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
      return declined(typed, { errors: error.fields });
    }
  }
  const { act } = await callOffPlan(services, member, { id, submission });
  return redirect(`${here}?done=${act}`);
}

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Product, color, size", place: "lead", cell: (line) => line.name },
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
  const { name, state, isSale, span, submission, count, left, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/goods/bulk/plans", name: "Planned prices" }}
        acts={
          (state === "planned" || state === "running") && (
            <Form method="post">
              <input type="hidden" name="submission" value={submission} />
              <Button>{state === "planned" ? "Cancel it" : "End it now: old prices again"}</Button>
            </Form>
          )
        }
      >
        <State sign={PLAN_STATES[state].sign}>{PLAN_STATES[state].name}</State> {span}.{" "}
        {isSale ? "A sale price" : "A new price"} for {counted(count, "variant")}.
      </PageHead>
      {left > 0 && (
        <Notice
          title={`${counted(left, "variant was", "variants were")} left alone: somebody gave ${left === 1 ? "it" : "them"} another price meanwhile.`}
          action={
            <Form method="post">
              <input type="hidden" name="intent" value="seen" />
              <Button>That is all right</Button>
            </Form>
          }
        />
      )}
      {(state === "planned" || state === "running") && <TimesForm />}
      <Section title="Old and new prices" note={isSale ? "What shoppers pay without it, and with it" : undefined}>
        <Table label="Old and new prices" columns={columns} rows={lines} keyOf={({ id }) => id} />
        {count > lines.length && <p className="dust">{`And ${counted(count - lines.length, "more variant")}.`}</p>}
      </Section>
    </>
  );
}

/** When it begins and ends, to be changed: of one that runs only the end. */
function TimesForm() {
  const { state, times, zone, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const at = (name: "startsAt" | "endsAt", label: string) => {
    const error = answer?.errors[name];
    const defaultValue = answer?.values[name] ?? times[name];
    return { id: name, name, label, type: "datetime-local", labelNote: zone, defaultValue, ...(error && { error }) };
  };
  return (
    <Section title="When">
      <Form method="post" className="stack adjust" noValidate key={submission}>
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="intent" value="times" />
        {state === "planned" && <Field {...at("startsAt", "From")} />}
        <Field {...at("endsAt", "To")} note="Empty, the new prices stay." />
        <div>
          <Button>Save the times</Button>
        </div>
      </Form>
    </Section>
  );
}
