import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../../context";
import { words } from "../../list-address";
import { ButtonLink } from "../../ui/button";
import { State } from "../../ui/state";
import { type Column, RowLink } from "../../ui/table";
import { NamedTexts } from "../named-texts";
import { type LetterListed, lettersPage } from "./letters.server";
import { titled } from "../../titled";

export const meta = titled("Letters");

const searched = words("q", 60);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = searched.read(new URL(request.url).searchParams.get("q"), []);
  return { text, ...(await lettersPage(servicesOf(context), memberOf(context), text, new Date())) };
}

const columns: Column<LetterListed>[] = [
  {
    label: "Letter",
    place: "lead",
    cell: ({ key, name, when }) => (
      <>
        <RowLink to={`/words/letters/${key}`}>{name}</RowLink>
        <span className="words__note">{when}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
  { label: "Since the default", place: "wide", cell: ({ isYours }) => (isYours ? "Yours" : "As delivered") },
  { label: "Last changed", place: "under", cell: ({ at }) => at },
  { label: "By", place: "under-end", cell: ({ by }) => by },
];

/** List of the letters to shoppers. */
export default function Letters() {
  const { letters, text, drafts, mayChange } = useLoaderData<typeof loader>();
  return (
    <NamedTexts
      title="Letters"
      about="What the shop writes to shoppers. Sums, lines, codes and addresses are always there; the words are yours."
      publish={mayChange && drafts > 0 ? "Put drafts in use" : null}
      search={{ label: "A word of a letter", text }}
      columns={columns}
      rows={letters}
      none={{
        says: <>No letter says &quot;{text}&quot;.</>,
        all: <ButtonLink to="/words/letters">Show all letters</ButtonLink>,
      }}
    />
  );
}
