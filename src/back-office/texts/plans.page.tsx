import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { changePlan, type PlanLine, plansPage } from "./plans.server";
import { titled } from "../titled";

export const meta = titled("Planned words");

export const loader = ({ context }: LoaderFunctionArgs) => plansPage(servicesOf(context), memberOf(context));

export const action = formActions({
  stop: { right: "content.change", schema: Typed, act: changePlan },
  take: { right: "content.change", schema: Typed, act: changePlan },
  seen: { right: "content.change", schema: Typed, act: changePlan },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of planned texts, with the results of past plans. */
export default function Plans() {
  const { plans, mayChange, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Planned words" back={{ to: "/words", name: "Words" }}>
        They go on the shop by themselves, also after a restart.
      </PageHead>
      <FormMessage of={["stop", "take", "seen"]} />
      {plans.length === 0 && (
        <NothingYet title="Nothing is planned" way={<ButtonLink to="/words">Back to the words</ButtonLink>}>
          A draft is planned where it is put on the shop.
        </NothingYet>
      )}
      <ul>
        {plans.map((plan) => (
          <li key={plan.id} className="plan">
            <Plan plan={plan} mayChange={mayChange} submission={submission} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Plan({ plan, mayChange, submission }: { plan: PlanLine; mayChange: boolean; submission: string }) {
  const { id, title, texts, state, when, by, note, stops, isLeft } = plan;
  return (
    <>
      <div>
        <h2 className="plan__title">{title}</h2>
        <p>
          <State sign={state.sign}>{state.text}</State> &nbsp; {when} <span className="dust small">{by}</span>
        </p>
        {isLeft && <p>{`${by} is no longer here or may not do it any more: it waits until somebody takes it over.`}</p>}
        {note && <p>{note}</p>}
        <p className="small">
          {texts.map(({ name, way }) => (
            <Link key={way} className="link" to={way}>
              {name}
            </Link>
          ))}
        </p>
      </div>
      {mayChange && isLeft && (
        <WorkshopForm name={`take:${id}`} submission={submission} isBare>
          <Button>
            Take it over<span className="vh">: {title}</span>
          </Button>
        </WorkshopForm>
      )}
      {mayChange && stops && (
        <WorkshopForm name={`stop:${id}`} submission={submission} isBare>
          <Button>
            {stops}
            <span className="vh">: {title}</span>
          </Button>
        </WorkshopForm>
      )}
      {mayChange && note && (
        <WorkshopForm name={`seen:${id}`} submission={submission} isBare>
          <Button look="bare">
            Seen<span className="vh">: {title}</span>
          </Button>
        </WorkshopForm>
      )}
    </>
  );
}
