import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { FormMessage } from "../forms/form-message";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Paging, Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, RowLink, Table } from "../ui/table";
import { RANGE_LABELS, RangeFields } from "./range-fields";
import { addRange, chooseRate, ratesPage } from "./rates.server";
import { rates } from "./rates-view";
import { titled } from "../titled";

export const meta = titled((data: { name: string } | undefined) => `Rates by ZIP of ${data?.name ?? "a state"}`);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const view = rates.viewIn(new URL(request.url).searchParams);
  const from = Number(view.from ?? 0);
  const page = await ratesPage(servicesOf(context), memberOf(context), params.state ?? "", {
    zip: view.zip,
    from,
    now: new Date(),
  });
  return { ...orNotFound(page), view };
}

export const action = formActions({
  add: { right: "settings.change", schema: Typed, act: (sent) => addRange(sent, sent.params.state ?? "", new Date()) },
  choose: {
    right: "settings.change",
    schema: z.object({ choice: z.enum(["higher", "lower"]) }),
    act: (sent, { choice }) => chooseRate(sent, { state: sent.params.state ?? "", choice }),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type Line = Page["lines"][number];

const columns: Column<Line>[] = [
  {
    label: "ZIP",
    place: "lead",
    cell: ({ to, zips, name }) => (
      <>
        <RowLink to={to}>{zips}</RowLink>
        {name && <span className="sub">{name}</span>}
      </>
    ),
  },
  { label: "State", numeric: true, place: "wide", cell: ({ stateRate }) => stateRate },
  { label: "County, city", numeric: true, place: "under-end", cell: ({ localRate }) => localRate },
  { label: "Together", numeric: true, place: "end", cell: ({ together }) => together },
  {
    label: "Where it came from",
    place: "under",
    cell: ({ source, notes }) => (
      <>
        {source}
        {notes && <span className="sub">{notes}</span>}
      </>
    ),
  },
];

/** Page with all tax rates of one state by ZIP. */
export default function RatesPage() {
  const page = useLoaderData<typeof loader>();
  const { state, name, lines, all, view, older, mayChange } = page;
  const here = `/settings/tax/${state}/rates`;
  return (
    <>
      <PageHead
        title="Rates by ZIP"
        back={{ to: `/settings/tax/${state}`, name }}
        acts={mayChange && <ButtonLink to={`/settings/tax/read?state=${state}`}>Paste, or read a file</ButtonLink>}
      >
        {`${counted(all, "range")} of ${name}. The most exact one that holds an address counts; elsewhere the state's own rates do.`}
      </PageHead>
      <FormMessage of={["choose"]} />
      {all > 0 && (
        <div className="tools">
          <Search name="zip" label="A ZIP, or how it begins" value={view.zip} hidden={{}} />
        </div>
      )}
      {lines.length > 0 && <Table label="Rates by ZIP" columns={columns} rows={lines} keyOf={({ key }) => key} live />}
      {lines.length === 0 && all > 0 && (
        <NothingFound title="No range" way={<ButtonLink to={here}>Show all</ButtonLink>}>
          {`None of your ranges holds ${view.zip}: the state's own rates count there.`}
        </NothingFound>
      )}
      {all === 0 && (
        <NothingYet title="No rates by ZIP">The rates on the page of the state hold for all of it.</NothingYet>
      )}
      <Paging
        newest={view.from === null ? null : rates.addressOf({ ...view, from: null }, here)}
        older={older === null ? null : rates.addressOf({ ...view, from: String(older) }, here)}
      >
        By ZIP
      </Paging>
      <TwoCounties {...page} />
      {mayChange && <AddRange {...page} />}
    </>
  );
}

/** Choice of the rate to use for ZIPs in two counties. */
function TwoCounties({ state, twoCounties: { count, choice }, submission, mayChange }: Page) {
  if (count === 0) return null;
  const other = choice === "higher" ? "lower" : "higher";
  return (
    <Section title="In two counties">
      <p>
        {`A ZIP is not a tax place: ${counted(count, "of yours lies", "of yours lie")} in two counties. There the ${choice} rate is taken${choice === "higher" ? "" : ", as you chose"}, and the order says so.`}
      </p>
      {mayChange && (
        <WorkshopForm
          name="choose"
          action={`/settings/tax/${state}/rates`}
          submission={submission}
          isBare
          className="sec__acts"
        >
          <input type="hidden" name="choice" value={other} />
          <Button>{`Take the ${other} rate there`}</Button>
        </WorkshopForm>
      )}
    </Section>
  );
}

const AddRange = ({ state, submission }: Page) => (
  <Section title={<span id="add">Add a range</span>}>
    <WorkshopForm
      name="add"
      className="stack tax-add"
      action={`/settings/tax/${state}/rates`}
      submission={submission}
      labels={RANGE_LABELS}
      preventScrollReset
    >
      {(parts) => (
        <>
          <RangeFields {...parts} />
          <div>
            <Button look="main" busy={parts.isSending}>
              Add this range
            </Button>
          </div>
        </>
      )}
    </WorkshopForm>
  </Section>
);
