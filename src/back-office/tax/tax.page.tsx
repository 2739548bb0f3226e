import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { FormMessage } from "../forms/form-message";
import { formActions } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { NothingYet } from "../ui/empty";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { Split } from "../ui/split";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { taxPage } from "./tax-screen.server";
import { kindNames } from "./tax-words";
import { Trial } from "./trial";
import { trialIn } from "./trial.server";
import { Watch } from "./watch";
import { noteLimit, watchOf } from "./watch.server";
import { titled } from "../titled";

export const meta = titled("Sales tax");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const page = await taxPage(services, member, now);
  const [trial, watch] = await Promise.all([
    trialIn(services, member, { search: new URL(request.url).searchParams, now }),
    watchOf(services, member, now),
  ]);
  return { ...page, trial, watch, submission: randomUUID() };
}

export const action = formActions({
  note: {
    right: "settings.change",
    schema: z.object({ state: z.string().regex(/^[A-Z]{2}$/) }),
    act: (sent, { state }) => noteLimit(sent, state, new Date()),
  },
});

export const clientAction = sendForm;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type Line = Page["lines"][number];

const columns: Column<Line>[] = [
  {
    label: "State",
    place: "lead",
    cell: ({ state, name, since, isUnchecked }) => (
      <>
        <RowLink to={`/settings/tax/${state}`}>{name}</RowLink>
        {since && <span className="sub">{since}</span>}
        {isUnchecked && <State sign="waits">usual rules, to be checked</State>}
      </>
    ),
  },
  {
    label: "Rate and where it came from",
    place: "under",
    cell: ({ rates, source, age }) => (
      <>
        {rates}
        {source && <span className="sub">{source}</span>}
        {age && <State sign="waits">{`${age}, look again`}</State>}
      </>
    ),
  },
  ...Object.values(kindNames).map((kind, place): Column<Line> => ({
    label: kind,
    place: "wide",
    cell: ({ kinds }) => (
      <>
        {kinds[place]?.words}
        {kinds[place]?.now && <span className="sub">{`today: ${kinds[place].now}`}</span>}
      </>
    ),
  })),
  {
    label: "Delivery",
    place: "end",
    cell: ({ delivery, fees }) => (
      <>
        {delivery}
        {fees && <span className="sub">{fees}</span>}
      </>
    ),
  },
];

/** Page of sales tax: the states where it is collected, the sources of the rates, and a calculator to try them. */
export default function TaxPage() {
  const page = useLoaderData<typeof loader>();
  const { lines, kept, others, mayChange, trial } = page;
  const old = lines.filter(({ age }) => age);
  return (
    <>
      <PageHead title="Sales tax" back={{ to: "/settings", name: "Settings" }}>
        This shop multiplies what you tell it. Whether a rate or a rule is right, ask your state or an adviser.
      </PageHead>
      {old.map(({ state, name, age }) => (
        <Notice
          key={state}
          title={`The rates of ${name} are ${age}.`}
          action={
            <Link className="btn" to={`/settings/tax/${state}`}>
              Look at them<span className="vh">: {name}</span>
            </Link>
          }
        >
          <p>States change theirs each quarter. Orders go on with the old ones until you look.</p>
        </Notice>
      ))}
      <FormMessage of={["note"]} />
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <Section
        title={lines.length > 0 ? `You collect in ${counted(lines.length, "state")}` : "No state is ticked"}
        note={lines.length > 0 && `${51 - lines.length} others: no tax line anywhere`}
      >
        {lines.length > 0 ? (
          <div className="tax-states">
            <Table label="States with sales tax" columns={columns} rows={lines} keyOf={({ state }) => state} live />
          </div>
        ) : (
          <NothingYet title="You charge no sales tax anywhere">Register with a state before you collect.</NothingYet>
        )}
        {kept.length > 0 && (
          <p className="tax-kept">
            Written down, and not ticked:{" "}
            {kept.map(({ state, name }, place) => (
              <span key={state}>
                {place > 0 && ", "}
                <Link className="link" to={`/settings/tax/${state}`}>
                  {name}
                </Link>
              </span>
            ))}
          </p>
        )}
        {mayChange && <OtherStates others={others} isFirst={lines.length === 0 && kept.length === 0} />}
      </Section>
      <Split aside={<Trial trial={trial} action="/settings/tax" />}>
        <Watch {...page} />
        <Ways {...page} />
      </Split>
    </>
  );
}

const OtherStates = ({ others, isFirst }: Pick<Page, "others"> & { isFirst: boolean }) => (
  <details className="tax-others" open={isFirst || undefined}>
    <summary className="link">{isFirst ? "Tick a state" : "Tick another state"}</summary>
    <p className="dust small">
      Write down its rate and rules first, then tick it on its page. Until then no order there has a tax line.
    </p>
    <ul className="tax-others__list">
      {others.map(({ state, name }) => (
        <li key={state}>
          <Link className="link" to={`/settings/tax/${state}`}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </details>
);

const Ways = ({ mayChange, service }: Pick<Page, "mayChange" | "service">) => (
  <Section title="How it is counted">
    <ul className="tax-ways">
      <li>A state that is not ticked has no tax line anywhere: not in the bag, not in a letter, not on paper.</li>
      <li>The price of a piece is its price after its share of the discount. Each line is rounded once.</li>
      <li>The delivery address decides, by the most exact ZIP range. What was charged is never counted again.</li>
      <li>Delivery stands on orders as &quot;Delivery&quot;, never as &quot;shipping and handling&quot;.</li>
    </ul>
    <p>
      <Link className="link" to="/settings/tax/service">
        Let Stripe work it out
      </Link>{" "}
      <span className="dust small">{service}</span>
    </p>
    {mayChange && (
      <p>
        <Link className="link" to="/settings/tax/read">
          Paste rates by ZIP, or read a file of them
        </Link>
      </p>
    )}
  </Section>
);
