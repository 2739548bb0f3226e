import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { formActions } from "../../forms/form-action.server";
import { FormMessage } from "../../forms/form-message";
import { sendForm } from "../../forms/send-form";
import { WorkshopForm } from "../../forms/workshop-form";
import { words } from "../../list-address";
import { Button, ButtonLink } from "../../ui/button";
import { NothingFound } from "../../ui/empty";
import { Field } from "../../ui/field";
import { Pages, Search } from "../../ui/list-tools";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import {
  addRedirect,
  dropRedirect,
  leaveAddress,
  type MissedLine,
  type RedirectLine,
  redirectsPage,
} from "./redirects.server";
import { titled } from "../../titled";

export const meta = titled("Old addresses");

const searched = words("q", 200);
const chosen = words("from", 500);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const page = Math.min(Math.max(0, Math.trunc(Number(asked.get("page"))) || 0), 1000);
  const [text, from] = [searched.read(asked.get("q"), []), chosen.read(asked.get("from"), [])];
  return redirectsPage(servicesOf(context), memberOf(context), { text, page, from }, new Date());
}

const right = "content.change";
export const action = formActions({
  add: { right, schema: z.object({ from: z.string(), to: z.string() }), act: addRedirect },
  lead: { right, schema: z.object({ from: z.string(), to: z.string() }), act: addRedirect },
  leave: { right, schema: z.object({ path: z.string().min(1).max(500) }), act: leaveAddress },
  remove: { right, schema: z.object({ from: z.string().min(1) }), act: dropRedirect },
});

export const clientAction = sendForm;

const HERE = "/words/old-addresses";
const LABELS = { from: "Old address", to: "Leads to", path: "Address" };

/** Page of old addresses with their redirects, and of missed addresses. */
export default function RedirectsPage() {
  const { text, count, page, pages, lines, missed, mayChange } = useLoaderData<typeof loader>();
  const names = missed.flatMap(({ path }, place) => (path ? [`lead:${place}`, `leave:${place}`] : []));
  const at = (number: number) => `${HERE}?${new URLSearchParams({ ...(text && { q: text }), page: String(number) })}`;
  return (
    <>
      <PageHead
        title="Old addresses"
        back={{ to: "/words", name: "Words" }}
        acts={mayChange && <ButtonLink to={`${HERE}/read`}>Read a CSV file</ButtonLink>}
      >
        Who asks for an old address is led on, for good. A renamed article gets its line by itself.
      </PageHead>
      <FormMessage of={[...names, ...lines.map(({ from }) => `remove:${from}`)]} />
      {missed.length > 0 && (
        <Section title="Asked for and not found, 7 days" note="Robots are left out">
          <Table
            label="Asked for and not found"
            columns={mayChange ? [...missedColumns, missedActs] : missedColumns}
            rows={missed.map((line, place) => ({ ...line, place }))}
            keyOf={({ path }) => path}
          />
        </Section>
      )}
      <Section title="Led on" note={count > 0 && counted(count, "old address", "old addresses")}>
        {mayChange && <AddForm />}
        {(count > 0 || text !== "") && (
          <div className="tools">
            <Search name="q" label="Part of an address" value={text} />
          </div>
        )}
        {lines.length > 0 && (
          <Table
            label="Old addresses"
            columns={mayChange ? [...columns, removal] : columns}
            rows={lines}
            keyOf={({ from }) => from}
          />
        )}
        {lines.length === 0 && <NoAddresses text={text} />}
        {pages > 1 && (
          <Pages
            pages={[
              { name: "Previous page", to: page > 0 ? at(page - 1) : null },
              { name: "Next page", to: page + 1 < pages ? at(page + 1) : null },
            ]}
          >
            {`${lines.length} of ${count.toLocaleString("en-US")}, the most asked first.`}
          </Pages>
        )}
      </Section>
    </>
  );
}

const NoAddresses = ({ text }: { text: string }) =>
  text === "" ? (
    <p className="dust">None yet. Addresses of a former shop go in one by one, or all at once as a CSV file.</p>
  ) : (
    <NothingFound title="Nothing found" way={<ButtonLink to={HERE}>Show everything</ButtonLink>}>
      No old address has &quot;{text}&quot; in it.
    </NothingFound>
  );

function AddForm() {
  const { stored, submission, targets } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm name="add" action={HERE} submission={submission} stored={stored} labels={LABELS}>
      {({ field, isSending }) => (
        <div className="old-addresses__add" id="add">
          <Field
            {...field("from")}
            label="Old address"
            placeholder="/pages/shipping"
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            {...field("to")}
            label="Leads to"
            placeholder="/faqs"
            list="old-address-targets"
            autoComplete="off"
            spellCheck={false}
          />
          <Button look="main" fit busy={isSending}>
            Lead it there
          </Button>
          <datalist id="old-address-targets">
            {targets.map(({ to, name }) => (
              <option key={to} value={to}>
                {name}
              </option>
            ))}
          </datalist>
        </div>
      )}
    </WorkshopForm>
  );
}

const columns: Column<RedirectLine>[] = [
  {
    label: "Old address",
    place: "lead",
    cell: ({ from, to }) => (
      <>
        <span className="old-addresses__path">{from}</span>
        <span className="words__note">leads to {to}</span>
      </>
    ),
  },
  { label: "Asked for", place: "end", numeric: true, cell: ({ hits }) => counted(hits, "time") },
  { label: "Last", place: "under", cell: ({ last }) => last ?? "Not asked for yet" },
  { label: "Made", place: "under-end", cell: ({ by, at }) => `${by ?? "By itself"}, ${at}` },
];

const removal: Column<RedirectLine> = {
  label: "Change",
  labelHidden: true,
  place: "last",
  cell: (line) => <LineActs line={line} />,
};

function LineActs({ line: { from, version } }: { line: RedirectLine }) {
  const { submission } = useLoaderData<typeof loader>();
  return (
    <span className="old-addresses__acts">
      <ButtonLink look="bare" to={`${HERE}?from=${encodeURIComponent(from)}#add`} aria-label={`Lead ${from} elsewhere`}>
        Elsewhere
      </ButtonLink>
      <WorkshopForm name={`remove:${from}`} action={HERE} submission={submission} version={version} isBare>
        <input type="hidden" name="from" value={from} />
        <Button look="bare" aria-label={`Remove ${from}`}>
          Remove
        </Button>
      </WorkshopForm>
    </span>
  );
}

interface PlacedMiss extends MissedLine {
  place: number;
}

const missedColumns: Column<PlacedMiss>[] = [
  {
    label: "Address",
    place: "lead",
    cell: ({ path, cameFrom }) => (
      <>
        <span className="old-addresses__path">{path}</span>
        {cameFrom && <span className="words__note">from {cameFrom}</span>}
      </>
    ),
  },
  { label: "Asked for", place: "end", numeric: true, cell: ({ times }) => counted(times, "time") },
  {
    label: "Leads where?",
    place: "under",
    cell: ({ nearest }) => (nearest ? `Perhaps ${nearest.name}` : "Nothing alike"),
  },
];

const missedActs: Column<PlacedMiss> = {
  label: "What becomes of it",
  labelHidden: true,
  place: "last",
  cell: (line) => <MissedActs line={line} />,
};

function MissedActs({ line: { path, nearest, place } }: { line: PlacedMiss }) {
  const { submission } = useLoaderData<typeof loader>();
  return (
    <span className="old-addresses__acts">
      {nearest && (
        <WorkshopForm name={`lead:${place}`} action={HERE} submission={submission} isBare>
          <input type="hidden" name="from" value={path} />
          <input type="hidden" name="to" value={nearest.to} />
          <Button aria-label={`Lead ${path} to ${nearest.name}`}>Lead it there</Button>
        </WorkshopForm>
      )}
      <ButtonLink
        look="bare"
        to={`${HERE}?from=${encodeURIComponent(path)}#add`}
        aria-label={`Choose where ${path} leads`}
      >
        Choose
      </ButtonLink>
      <WorkshopForm name={`leave:${place}`} action={HERE} submission={submission} isBare>
        <input type="hidden" name="path" value={path} />
        <Button look="bare" aria-label={`Leave ${path}`}>
          Leave it
        </Button>
      </WorkshopForm>
    </span>
  );
}
