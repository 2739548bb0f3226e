import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Search, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { PlannedLines } from "./planned-lines";
import type { TextLine } from "./text-line";
import { wordsList } from "./texts.server";
import { SHOWS, viewNames, textsViews } from "./texts-view";
import { titled } from "../titled";

export const meta = titled("Words");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const view = textsViews.viewIn(new URL(request.url).searchParams);
  return { view, ...(await wordsList(servicesOf(context), memberOf(context), view, new Date())) };
}

const columns: Column<TextLine>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ way, name, note }) => (
      <>
        <RowLink to={way}>{name}</RowLink>
        <span className="words__note">{note}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
  { label: "Since the default", place: "wide", cell: ({ isYours }) => (isYours ? "Yours" : "As delivered") },
  { label: "Last changed", place: "under", cell: ({ at }) => at },
  { label: "By", place: "under-end", cell: ({ by }) => by },
];

/** List of all texts that shoppers read, grouped by where the shop shows them. */
export default function Words() {
  const { view, lines, counts, drafts, plans, mayChange } = useLoaderData<typeof loader>();
  const groups = [
    { title: "Pages", lines: lines.filter(({ isEverywhere }) => !isEverywhere) },
    { title: "On every page", lines: lines.filter(({ isEverywhere }) => isEverywhere) },
  ].filter((group) => group.lines.length > 0);
  return (
    <>
      <PageHead
        title="Words"
        seldom={<ButtonLink to="/words/old-addresses">Old addresses</ButtonLink>}
        acts={
          <>
            {plans.length > 0 && <ButtonLink to="/words/plans">{`Planned, ${plans.length}`}</ButtonLink>}
            {mayChange && drafts > 0 && (
              <ButtonLink look="main" fit to="/words/publish">
                {`Put ${counted(drafts, "draft")} on the shop`}
              </ButtonLink>
            )}
          </>
        }
      >
        All that the shop says. Nothing changes on the shop before you put it there.
      </PageHead>
      <PlannedLines plans={plans} />
      <Views
        label="Texts"
        views={SHOWS.map((show) => ({
          to: textsViews.addressOf({ ...view, show }),
          name: viewNames[show],
          count: show !== "all" && show !== "yours" && counts[show] > 0 ? String(counts[show]) : undefined,
          isCurrent: view.show === show,
        }))}
      />
      <div className="tools">
        <Search
          name="q"
          label="A word, a sentence, a title"
          value={view.text}
          hidden={{ ...(view.show !== "all" && { show: view.show }) }}
        />
      </div>
      <div className="words__tables">
        {groups.map((group) => (
          <Section key={group.title} title={group.title}>
            <Table label={group.title} columns={columns} rows={group.lines} keyOf={({ way }) => way} live />
          </Section>
        ))}
      </div>
      {lines.length === 0 && view.text !== "" && (
        <NothingFound title="Nothing found" way={<ButtonLink to="/words">Show everything</ButtonLink>}>
          No text says &quot;{view.text}&quot;.
        </NothingFound>
      )}
      {lines.length === 0 && view.text === "" && <NothingListed show={view.show} />}
    </>
  );
}

const NOTHING: Record<(typeof SHOWS)[number], string> = {
  all: "The shop has no texts yet.",
  drafts: "Everything that was written is on the shop.",
  planned: "Nothing is planned.",
  newer: "No default is newer than your words.",
  hidden: "Shoppers see every text.",
  yours: "Every text is as it was delivered.",
};

const NothingListed = ({ show }: { show: (typeof SHOWS)[number] }) => (
  <NothingYet title="Nothing here" way={<ButtonLink to="/words">Show everything</ButtonLink>}>
    {NOTHING[show]}
  </NothingYet>
);
