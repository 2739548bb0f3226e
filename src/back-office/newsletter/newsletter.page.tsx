import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { save } from "~/shop/audit/save.server";
import { can } from "~/shop/members/rights";
import { countSubscribers, newsletterList, subscriptionRecord } from "~/shop/newsletter/subscribers.server";
import { subscriptionSources } from "~/shop/newsletter/subscription-source";
import { spokenTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { Chips, Paging, Views } from "../ui/list-tools";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { type Column, RowLink, Table } from "../ui/table";
import { personAddress } from "../people/person-key";
import { counted } from "../count-words";
import { subscribers, type SubscribersView, subscriberViews } from "./subscribers-view";
import { pageSizes } from "../page-sizes";
import { titled } from "../titled";

export const meta = titled("Newsletter");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const view = subscribers.viewIn(new URL(request.url).searchParams);
  const [count, found] = await Promise.all([
    countSubscribers(services, member),
    newsletterList(services, member, { ...view, hasLeft: view.view === "left", most: pageSizes.newsletter + 1 }),
  ]);
  const [now, zone] = [new Date(), services.settings().timeZone];
  const shown = found.slice(0, pageSizes.newsletter);
  return {
    view,
    count,
    mayChange: can(member, "people.change"),
    mayExport: can(member, "export"),
    next: found.length > pageSizes.newsletter ? (shown.at(-1)?.id ?? null) : null,
    lines: shown.map(({ id, email, source, subscribedAt, leftAt, version }) => ({
      id,
      email,
      to: email === null ? null : personAddress(services, email),
      version,
      submission: randomUUID(),
      source: source === null ? "Not known" : subscriptionSources[source],
      since: spokenTime(subscribedAt, now, zone),
      left: leftAt && spokenTime(leftAt, now, zone),
    })),
  };
}

/** Removes a subscriber from the list. */
export const action = formAction({
  right: "people.change",
  schema: z.object({ id: z.coerce.number().int().positive() }),
  async act({ services, member, submission, version }, { id }) {
    const edit = { kind: subscriptionRecord, id: String(id), version, values: { leftAt: new Date().toISOString() } };
    const saved = await save(services, member, { submission, edits: [edit] });
    return { to: "/newsletter", act: saved.saved && saved.changed > 0 ? saved.act : null };
  },
});

export const clientAction = sendForm;

/** Name of somebody in the list who ended the letters. */
const NO_ADDRESS = "Address not kept";

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const columns = (mayChange: boolean): Column<Line>[] => [
  { label: "E-mail", place: "lead", cell: ({ to, email }) => (to ? <RowLink to={to}>{email}</RowLink> : NO_ADDRESS) },
  { label: "Came by", place: "under", cell: ({ source }) => source },
  { label: "Since", place: "end", cell: ({ since }) => since },
  {
    label: "Remove",
    labelHidden: true,
    place: "last-end",
    cell: ({ id, version, submission, email, left }) =>
      left
        ? `Left: ${left}`
        : mayChange && (
            <WorkshopForm submission={submission} version={version} className="row-act">
              <Button look="bare" name="id" value={id} aria-label={`Remove ${email} from the list`}>
                Remove
              </Button>
            </WorkshopForm>
          ),
  },
];

/** List of the newsletter's subscribers, with the form through which each subscribed. */
export default function Newsletter() {
  const { view, count, lines, next, mayChange, mayExport } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  return (
    <>
      <PageHead
        title="Newsletter"
        acts={
          mayExport &&
          count > 0 && (
            <a className="btn" href="/back-office/newsletter/list.csv">
              Export as CSV
            </a>
          )
        }
      >
        {view.view === "left"
          ? "Who ends the letters leaves a hash, by which nothing writes to them again, and no address. Type an address into People to ask about it."
          : `${counted(count, "address", "addresses")} on the list. Each letter carries a link that ends it.`}
      </PageHead>
      <Views
        label="Parts of the list"
        views={subscriberViews.map(({ view: own, name }) => ({
          to: subscribers.addressOf({ ...first, view: own }),
          name,
          isCurrent: view.view === own,
        }))}
      />
      <Filter view={view} />
      {lines.length > 0 ? (
        <>
          <Table label="Subscribers" columns={columns(mayChange)} rows={lines} keyOf={({ id }) => id} live />
          <Paging
            newest={view.after === null ? null : subscribers.addressOf(first)}
            older={next === null ? null : subscribers.addressOf({ ...view, after: next })}
          >
            The newest first
          </Paging>
        </>
      ) : (
        <NothingYet title="Nobody here">The forms stand at the foot of each page and in the pop-up.</NothingYet>
      )}
    </>
  );
}

function Filter({ view }: { view: SubscribersView }) {
  const first = { ...view, after: null };
  return (
    <div className="tools">
      <Chips
        chips={
          view.source
            ? [
                {
                  name: "Came by",
                  value: subscriptionSources[view.source],
                  without: subscribers.addressOf({ ...first, source: null }),
                },
              ]
            : []
        }
        hidden={view.view === "left" ? { view: "left" } : {}}
      >
        <SelectField label="Came by" name="source" defaultValue={view.source ?? ""}>
          <option value="">Anything</option>
          {Object.entries(subscriptionSources).map(([source, name]) => (
            <option key={source} value={source}>
              {name}
            </option>
          ))}
        </SelectField>
      </Chips>
    </div>
  );
}
