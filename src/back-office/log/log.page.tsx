import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { daysWords } from "~/shop/shop-time";
import { UNDO_DAYS } from "~/shop/undo-days";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Field, SelectField } from "../ui/field";
import { Chips, Paging, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { ActTable, EventTable } from "./log-table";
import { log, logTabs, type LogView } from "./log-view";
import { actLines, eventLines } from "./log.server";
import { titled } from "../titled";

export const meta = titled("What changed");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = log.viewIn(new URL(request.url).searchParams);
  const now = new Date();
  if (view.tab === "door") return { view, door: await eventLines(services, member, view, now), changes: null };
  return { view, door: null, changes: await actLines(services, member, view, now) };
}

/**
 * Page of the log: acts with old and new values, or sign-ins and refusals. The address contains the filters, and the id of the
 * entry after which the page begins.
 */
export default function Log() {
  const { view, door, changes } = useLoaderData<typeof loader>();
  const { older, members } = changes ?? door;
  const first = { ...view, before: null };
  const isFiltered = [view.who, view.kind, view.from, view.to].some((filter) => filter !== null);
  const count = (changes ?? door).lines.length;
  return (
    <>
      <PageHead title="What changed">
        Who did what, from what to what. A change can be taken back for {UNDO_DAYS} days; money, letters and parcels
        cannot.
      </PageHead>
      <Views
        label="Parts of the log"
        views={logTabs.map(({ tab, name, without }) => ({
          to: log.addressOf({ ...first, tab, ...without }),
          name,
          isCurrent: view.tab === tab,
        }))}
      />
      <div className="tools">
        <Filters view={view} members={members} kinds={changes?.kinds ?? []} />
      </div>
      {changes && count > 0 && <ActTable lines={changes.lines} back={log.addressOf(view)} />}
      {door && count > 0 && <EventTable lines={door.lines} />}
      {count === 0 && !isFiltered && !view.before && (
        <NothingYet title="Nothing has changed yet">What members do stands here from now on.</NothingYet>
      )}
      {count === 0 && (isFiltered || view.before !== null) && (
        <NothingFound
          title="Nothing found"
          way={
            <ButtonLink to={log.addressOf({ ...first, who: null, kind: null, from: null, to: null })}>
              Show everything
            </ButtonLink>
          }
        >
          Nothing in the log fits these filters.
        </NothingFound>
      )}
      {count > 0 && (
        <Paging
          newest={view.before === null ? null : log.addressOf(first)}
          older={older === null ? null : log.addressOf({ ...view, before: older })}
        >
          The newest first
        </Paging>
      )}
    </>
  );
}

interface FiltersProps {
  view: LogView;
  members: { id: string; name: string }[];
  kinds: { id: string; name: string }[];
}

function Filters({ view, members, kinds }: FiltersProps) {
  const first = { ...view, before: null };
  const nameOf = (list: { id: string; name: string }[], id: string) => list.find((one) => one.id === id)?.name ?? id;
  const chips = [
    ...(view.who
      ? [{ name: "Member", value: nameOf(members, view.who), without: log.addressOf({ ...first, who: null }) }]
      : []),
    ...(view.kind
      ? [{ name: "Kind", value: nameOf(kinds, view.kind), without: log.addressOf({ ...first, kind: null }) }]
      : []),
    ...(view.from || view.to
      ? [
          {
            name: "Days",
            value: daysWords(view.from, view.to),
            without: log.addressOf({ ...first, from: null, to: null }),
          },
        ]
      : []),
  ];
  return (
    <Chips chips={chips} hidden={view.tab === "door" ? { tab: "door" } : {}}>
      <SelectField label="Member" name="who" defaultValue={view.who ?? ""}>
        <option value="">Anybody</option>
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {kinds.length > 0 && (
        <SelectField label="Kind" name="kind" defaultValue={view.kind ?? ""}>
          <option value="">Anything</option>
          {kinds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Field label="From" type="date" name="from" defaultValue={view.from ?? ""} />
      <Field label="To" type="date" name="to" defaultValue={view.to ?? ""} />
    </Chips>
  );
}
