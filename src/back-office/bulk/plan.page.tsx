import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { movePlan } from "~/shop/catalog/price-plans/move-plan.server";
import {
  cancelPlan,
  endPlan,
  noteLeftVariants,
  takeOverPricePlan,
} from "~/shop/catalog/price-plans/price-plans.server";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formAction, type SentForm } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { parseMoment } from "~/shop/wall-clock";
import { isUuid } from "~/shop/is-uuid";
import { Button, ButtonLink } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-words";
import { planScreen } from "./plan-screen.server";
import { othersWords } from "./plan-words";
import { titled } from "../titled";

export const meta = titled("Planned prices");

const planIn = ({ plan = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isUuid(plan)) throw data(null, { status: 404 });
  return plan;
};

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await planScreen(servicesOf(context), memberOf(context), planIn(params)));

export const action = formAction({
  schema: z.object({
    intent: z.string().default(""),
    startsAt: z.string().optional(),
    endsAt: z.string().optional(),
  }),
  async act(sent, { intent, ...times }) {
    const { services, member, submission } = sent;
    const id = planIn(sent.params);
    const to = `/goods/bulk/plans/${id}`;
    if (intent === "times") return timesMoved(sent, to, times);
    if (intent === "seen") {
      await noteLeftVariants(services, member, id);
      return { to };
    }
    if (intent === "take") {
      const taken = await takeOverPricePlan(services, member, { id, submission });
      return { to, act: taken.saved ? taken.act : null };
    }
    if (intent !== "end" && intent !== "cancel") throw data(null, { status: 400 });
    const { saved, act } = await (intent === "end" ? endPlan : cancelPlan)(services, member, { id, submission });
    // If another member ended the plan first, its page says who ended it and when.
    return { to, act: saved ? act : null };
  },
});

export const clientAction = sendForm;

async function timesMoved(
  { services, member, params, submission }: SentForm,
  to: string,
  typed: { startsAt?: string | undefined; endsAt?: string | undefined },
) {
  const { timeZone } = services.settings();
  const [startsAt, endsAt] = [parseMoment(typed.startsAt, timeZone), parseMoment(typed.endsAt, timeZone)];
  const errors = {
    ...((startsAt === undefined || (startsAt === null && typed.startsAt !== undefined)) && {
      startsAt: "Write the day and the time at which it begins.",
    }),
    ...(endsAt === undefined && { endsAt: "Write a day and a time, or leave it empty." }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const times = { startsAt: startsAt ?? null, endsAt: endsAt ?? null };
  const moved = await movePlan(services, member, { id: planIn(params), submission, ...times });
  return { to, act: moved.saved ? moved.act : null };
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

/** Page of a plan: its state and times, a form that ends it early, and the price of each variant without and with the plan. */
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
      <FormMessage of={["seen", "take"]} />
      <LeftBehind />
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

/** Warning about variants that the plan skipped because a member changed their price; shown until a member confirms it. */
function LeftAlone() {
  const { others, lines, isSeen, submission } = useLoaderData<typeof loader>();
  if (others === 0 || isSeen) return null;
  return (
    <Notice
      title={`${counted(others, "variant")} ${others === 1 ? "keeps its price" : "keep their prices"}: changed by hand meanwhile.`}
      action={
        <WorkshopForm name="seen" submission={submission} isBare>
          <Button name="intent" value="seen">
            That is all right
          </Button>
        </WorkshopForm>
      }
    >
      <p>{`${othersWords({ lines, others })}.`}</p>
    </Notice>
  );
}

/** Notice about a plan that waits because its member is no longer here, with a form to take it over. */
function LeftBehind() {
  const { left, submission } = useLoaderData<typeof loader>();
  if (left === null) return null;
  return (
    <Notice
      title={`${left}, who planned it, is no longer here or may not do it any more.`}
      action={
        <WorkshopForm name="take" submission={submission} isBare>
          <Button name="intent" value="take">
            Take it over
          </Button>
        </WorkshopForm>
      }
    >
      <p>It does not begin before somebody takes it over.</p>
    </Notice>
  );
}

/** Form that changes the times of a plan (of a running plan only its end), or ends or cancels it at once. */
function TimesForm() {
  const { state, times, zone, submission, count, others, lines } = useLoaderData<typeof loader>();
  const isRunning = state === "running";
  return (
    <Section title="When">
      <WorkshopForm
        submission={submission}
        className="stack narrow-form"
        stored={times}
        labels={{ startsAt: "From", endsAt: "To" }}
      >
        {({ field, isSending }) => (
          <>
            {/* Value of `intent` when a member presses Enter in a field instead of a button. */}
            <input type="hidden" name="intent" value="times" />
            {!isRunning && <Field {...field("startsAt")} label="From" type="datetime-local" labelNote={zone} />}
            <Field
              {...field("endsAt")}
              label="To"
              type="datetime-local"
              labelNote={zone}
              note="Empty, it runs until you end it."
            />
            <div className="plan__acts">
              <Button busy={isSending}>Save the times</Button>
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
          </>
        )}
      </WorkshopForm>
    </Section>
  );
}
