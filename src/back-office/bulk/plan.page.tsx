import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { movePlan } from "~/shop/catalog/price-plans/move-plan.server";
import { cancelPlan, endPlan, noteLeftPairs } from "~/shop/catalog/price-plans/price-plans.server";
import { formOf, orNotFound } from "~/shop/form";
import { Refusal } from "~/shop/refusal";
import { declined, type Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { parseMoment } from "~/shop/wall-clock";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { Field } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted, listed } from "../count-texts";
import { planScreen } from "./plan-screen.server";

export const meta = () => [{ title: "Planned prices | Workshop" }];

const planIn = ({ plan = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isId(plan)) throw data(null, { status: 404 });
  return plan;
};

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await planScreen(servicesOf(context), memberOf(context), planIn(params)));

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
  if (intent === "end" || intent === "cancel") {
    const { saved, act } = await (intent === "end" ? endPlan : cancelPlan)(services, member, { id, submission });
    // Where somebody else was faster, its page says who and when.
    return redirect(saved ? `${here}?done=${act}` : here);
  }
  if (intent !== "times") throw data(null, { status: 400 });
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
    const times = { startsAt: startsAt ?? null, endsAt: endsAt ?? null };
    const moved = await movePlan(services, member, { id, submission, ...times });
    return redirect(moved.saved ? `${here}?done=${moved.act}` : here);
  } catch (error) {
    if (error instanceof Refusal && error.code === "plan-overlaps")
      return declined(typed, { errors: { endsAt: error.message } });
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return declined(typed, { errors: error.fields });
  }
}

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Product, color, size", place: "lead", cell: (line) => line.name },
  { label: "Old", place: "under-end", numeric: true, cell: (line) => line.old },
  { label: "New", place: "end", numeric: true, cell: (line) => line.new },
  {
    label: "What to know",
    labelHidden: true,
    place: "last",
    cell: ({ other }) => other && <State sign="waits">{`Changed by hand: ${other}`}</State>,
  },
];

/** One plan: how it stands, its times and its end before them, and what each pair costs without it and with it. */
export default function Plan() {
  const { name, state, standing, isSale, act, count, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/goods/bulk/plans", name: "Planned prices" }}
        acts={
          act !== null && (
            <ButtonLink to={`/log/${act}`}>{standing.name === "Done" ? "Take it back" : "What it changed"}</ButtonLink>
          )
        }
      >
        <State sign={standing.sign}>{standing.is}</State> {standing.follows}
      </PageHead>
      {state === "over" && <LeftAlone />}
      {(state === "planned" || state === "running") && <TimesForm />}
      <Section
        title={`${counted(count, "variant")}, old and new`}
        note={isSale ? "What shoppers pay without it, and with it" : undefined}
      >
        <Table label="Old and new prices" columns={columns} rows={lines} keyOf={({ id }) => id} />
        {count > lines.length && <p className="dust">{`And ${counted(count - lines.length, "more variant")}.`}</p>}
      </Section>
    </>
  );
}

/** How many variants with another price are named above their table. */
const NAMED = 5;

function othersWords({ lines, others }: Pick<Awaited<ReturnType<typeof loader>>, "lines" | "others">): string {
  const named = lines.flatMap(({ name, other }) => (other ? `${name} (${other})` : [])).slice(0, NAMED);
  return listed(others > named.length ? [...named, counted(others - named.length, "more variant")] : named);
}

/** What kept another price at its end, until somebody took note of it. */
function LeftAlone() {
  const { others, lines, isSeen } = useLoaderData<typeof loader>();
  if (others === 0 || isSeen) return null;
  return (
    <Notice
      title={`${counted(others, "variant")} ${others === 1 ? "keeps its price" : "keep their prices"}: changed by hand meanwhile.`}
      action={
        <Form method="post">
          <input type="hidden" name="intent" value="seen" />
          <Button>That is all right</Button>
        </Form>
      }
    >
      <p>{`${othersWords({ lines, others })}.`}</p>
    </Notice>
  );
}

/** When it begins and ends, to be changed: of one that runs only the end. Beside it the end right now. */
function TimesForm() {
  const { state, times, zone, submission, count, others, lines } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const at = (name: "startsAt" | "endsAt", label: string) => {
    const error = answer?.errors[name];
    const defaultValue = answer?.values[name] ?? times[name];
    return { id: name, name, label, type: "datetime-local", labelNote: zone, defaultValue, ...(error && { error }) };
  };
  const isRunning = state === "running";
  return (
    <Section title="When">
      <GuardedForm key={submission} className="stack adjust" noValidate answer={answer}>
        <input type="hidden" name="submission" value={submission} />
        {!isRunning && <Field {...at("startsAt", "From")} />}
        <Field {...at("endsAt", "To")} note="Empty, it runs until you end it." />
        <div className="plan__acts">
          <Button name="intent" value="times">
            Save the times
          </Button>
          {isRunning ? (
            <Button name="intent" value="end" look="main" fit>
              End it now
            </Button>
          ) : (
            <Button name="intent" value="cancel">
              Take it back
            </Button>
          )}
        </div>
        {isRunning && (
          <p className="field__note">
            {`Ended now, ${counted(count - others, "variant goes back to its old price", "variants go back to their old prices")}. `}
            {others > 0 && `Changed by hand since, and left alone: ${othersWords({ lines, others })}.`}
          </p>
        )}
      </GuardedForm>
    </Section>
  );
}
