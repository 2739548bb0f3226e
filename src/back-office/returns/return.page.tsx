import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { can } from "~/shop/members/rights";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { DisputeMark } from "../orders/dispute-mark";
import { KindMark } from "../ui/kind-mark";
import { PageHead } from "../ui/page-head";
import { Plate } from "../ui/plate";
import { DescriptionList, Section } from "../ui/section";
import { OtherSteps, Split } from "../ui/split";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { Ticket } from "../ui/ticket";
import { Timeline } from "../ui/timeline";
import { useLookAgain } from "../ui/use-look-again";
import { openReturn } from "./open-return.server";
import { nextStep, otherSteps } from "./next-step";
import { titled } from "../titled";

export const meta = titled("Return");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const view = orNotFound(await openReturn(services, member, params.number ?? ""));
  const may = { settle: can(member, "returns.settle"), receive: can(member, "returns.receive") };
  return { view, next: nextStep(view, may), steps: otherSteps(view, may) };
}

type View = Awaited<ReturnType<typeof loader>>["view"];

const COLUMNS: Column<View["lines"][number]>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ plate, name, choice }) => (
      <span className="returned-things">
        <Plate hash={plate} />
        <span>
          {name}
          <span className="sub">{choice}</span>
        </span>
      </span>
    ),
  },
  {
    label: "Why",
    place: "under",
    cell: ({ why, before }) => (
      <>
        {why}
        {before && <span className="sub">{before}</span>}
      </>
    ),
  },
  { label: "Announced", numeric: true, place: "end", cell: ({ announced }) => announced },
  { label: "Came", place: "last", cell: ({ came }) => came },
  { label: "Settled", place: "last-end", cell: ({ settled }) => settled },
];

/** Page of a return: next step, pieces, shopper, and events. */
export default function Return() {
  const { view, next, steps } = useLoaderData<typeof loader>();
  useLookAgain(view.isUnconfirmed);
  return (
    <>
      <PageHead title={view.shown} back={{ to: "/returns", name: "Returns" }}>
        <KindMark>{view.mark}</KindMark>
        <DisputeMark dispute={view.dispute} /> Started {view.started}.{" "}
        <State sign={view.state.sign}>{view.state.name}</State>
      </PageHead>
      {next && (
        <Ticket
          title={next.title}
          acts={
            next.act && (
              <ButtonLink look="main" to={`/returns/${view.number}/${next.act.to}`}>
                {next.act.name}
              </ButtonLink>
            )
          }
          beside={
            <Link className="link" to={`/orders/print?kind=return&numbers=${view.number}`}>
              Print return slip
            </Link>
          }
        >
          <p>{next.text}</p>
        </Ticket>
      )}
      <Split aside={<Aside view={view} steps={steps} />}>
        <Section title="What comes back">
          <Table label="What comes back" columns={COLUMNS} rows={view.lines} keyOf={({ position }) => position} />
        </Section>
        {view.outcome.length > 0 && (
          <Section title={view.isOver ? "How it ended" : "So far"}>
            <DescriptionList rows={view.outcome} />
            {view.cardPage && (
              <p>
                <Link className="link" to={view.cardPage}>
                  See the gift card
                </Link>
              </p>
            )}
          </Section>
        )}
        {view.events.length > 0 && (
          <Section title="What happened">
            <Timeline entries={view.events} />
          </Section>
        )}
      </Split>
    </>
  );
}

const Aside = ({ view, steps }: { view: View; steps: { to: string; name: string; isFinal?: boolean }[] }) => (
  <>
    <Section title="Shopper">
      {view.shopper && (
        <p>
          {view.shopper.lines.map((line) => (
            <span className="returned-line__text" key={line}>
              {line}
            </span>
          ))}
        </p>
      )}
      <p>
        <Link className="link" to={`/orders/${view.order}`}>
          Order {view.shownOrder}
        </Link>
      </p>
    </Section>
    {steps.length > 0 && (
      <Section title="Other steps">
        <OtherSteps steps={steps} />
      </Section>
    )}
  </>
);
