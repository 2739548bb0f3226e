import { Fragment } from "react";
import { Link, useLoaderData } from "react-router";
import { counted } from "../../count-words";
import { FormMessage } from "../../forms/form-message";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { Pages } from "../../ui/list-tools";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { type Column, RowLink, Table } from "../../ui/table";
import { needPlaces } from "../status-words";
import type { ManyLine, ManyScreen } from "./many-screen.server";
import { manyAddress } from "./many-view";
import { buttonWords, isMendable, lackWords, mendingActs } from "./change-many-words";

/** Notice after an act that names skipped products, which another member saved between preview and act. */
export function MovedOn() {
  const { moved } = useLoaderData<ManyScreen>();
  if (!moved || moved.count === 0) return null;
  const { count, named } = moved;
  return (
    <Notice
      title={`${counted(count, "product was", "products were")} saved by somebody else after you looked, and ${count === 1 ? "stays" : "stay"} as that left ${count === 1 ? "it" : "them"}.`}
    >
      <p>
        {named.map(({ id, name }, place) => (
          <Fragment key={id}>
            {place > 0 && ", "}
            <Link to={`/goods/${id}`}>{name || "Without a name"}</Link>
          </Fragment>
        ))}
        {count > named.length && `, and ${(count - named.length).toLocaleString("en-US")} more`}. Below is what it would
        do with them now.
      </p>
    </Notice>
  );
}

/** Preview of the change for each product, and the button that applies the change. */
export function Preview() {
  const { preview, set, view } = useLoaderData<ManyScreen>();
  if (!preview) return null;
  const already = view.act === "kinds" ? "so already, or in a category without a choice" : "so already";
  const { changing, refused, same, gone, lines, next, before } = preview;
  const { addressOf } = manyAddress(set);
  const to = (from: number | null) => (from === null ? null : addressOf({ ...view, from }));
  return (
    <>
      <Apply />
      <p className="many-counts">
        {[
          counted(changing, "product changes", "products change"),
          refused > 0 &&
            `${counted(refused, "stays as it is", "stay as they are")}, for the reason beside ${refused === 1 ? "it" : "each"}`,
          same > 0 && `${counted(same, "is", "are")} ${already}`,
          gone > 0 && `${counted(gone, "is", "are")} not there any more`,
        ]
          .filter(Boolean)
          .join("; ")}
        .
      </p>
      <Reasons />
      <Lines title="Stays as it is" columns={refusedColumns} rows={lines.filter(({ why }) => why.length > 0)} />
      <Lines title="What changes" columns={changingColumns} rows={lines.filter(({ why }) => why.length === 0)} />
      {(next !== null || before !== null) && (
        <Pages
          pages={[
            { name: "Back", to: to(before) },
            { name: "Next", to: to(next) },
          ]}
        >
          {`${(view.from + 1).toLocaleString("en-US")} to ${(view.from + lines.length).toLocaleString("en-US")} of ${(changing + refused).toLocaleString("en-US")}`}
        </Pages>
      )}
    </>
  );
}

function Apply() {
  const { preview, set, view, wish, submission } = useLoaderData<ManyScreen>();
  if (!preview || !wish || preview.changing === 0) return <FormMessage of={["apply", "mend"]} />;
  return (
    <WorkshopForm
      name="apply"
      submission={submission}
      action={manyAddress(set).addressOf(view)}
      labels={{ to: "To what" }}
    >
      {({ isSending }) => (
        <>
          <input type="hidden" name="seen" value={preview.seen} />
          <Button look="main" busy={isSending}>
            {buttonWords(wish, preview.changing)}
          </Button>
        </>
      )}
    </WorkshopForm>
  );
}

/** Reasons why products cannot be changed, with their number and a link to the act that adds the missing field to all. */
function Reasons() {
  const { preview, set, view, submission } = useLoaderData<ManyScreen>();
  if (!preview || preview.reasons.length === 0) return null;
  return (
    <ul className="many-reasons">
      {preview.reasons.map(({ why, count }) => (
        <li key={why}>
          <span>{lackWords(why, count)}</span>
          {isMendable(why) && (
            <WorkshopForm name={`mend:${why}`} submission={submission} action={manyAddress(set).addressOf(view)} isBare>
              <Button>{mendingActs[why].button}</Button>
            </WorkshopForm>
          )}
        </li>
      ))}
    </ul>
  );
}

interface LinesProps {
  title: string;
  columns: Column<ManyLine>[];
  rows: ManyLine[];
}

const Lines = ({ title, columns, rows }: LinesProps) =>
  rows.length > 0 && (
    <Section title={title}>
      <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => id} live />
    </Section>
  );

const product: Column<ManyLine> = {
  label: "Product",
  place: "lead",
  cell: ({ id, name }) => <RowLink to={`/goods/${id}`}>{name}</RowLink>,
};

const refusedColumns: Column<ManyLine>[] = [
  product,
  {
    label: "What is missing",
    place: "under",
    cell: ({ id, name, why }) =>
      why.map((reason, place) => (
        <Fragment key={reason}>
          {place > 0 && ", "}
          {reason === "goes-with-full" ? (
            "It would go with more than 24"
          ) : (
            <Link className="link row-act many-need" to={`/goods/${id}#${needPlaces[reason].field}`}>
              {needPlaces[reason].name}
              <span className="vh"> of {name}</span>
            </Link>
          )}
        </Fragment>
      )),
  },
];

const changingColumns: Column<ManyLine>[] = [
  product,
  {
    label: "Today",
    place: "under",
    cell: ({ changes }) =>
      changes.map(({ what, from }) => <p key={what}>{changes.length > 1 ? `${what}: ${from}` : from}</p>),
  },
  {
    label: "Then",
    place: "under-end",
    cell: ({ changes }) => changes.map(({ what, to }) => <p key={what}>{to}</p>),
  },
];
