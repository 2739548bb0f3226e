import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { words } from "../list-address";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { type FaqListed, faqPage } from "./faq.server";
import { titled } from "../titled";

export const meta = titled("Questions and answers");

const searched = words("q", 60);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = searched.read(new URL(request.url).searchParams.get("q"), []);
  return { text, ...(await faqPage(servicesOf(context), memberOf(context), text)) };
}

const columns: Column<FaqListed>[] = [
  {
    label: "Question",
    place: "lead",
    cell: ({ id, question, answer }) => (
      <>
        <RowLink to={`/words/faq/${id}`}>{question}</RowLink>
        <span className="words__note faq__answer">{answer}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
];

/** List of the FAQ's questions by group, in the order in which the shop shows them. */
export default function Faq() {
  const { groups, text, drafts, next, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Questions and answers"
        back={{ to: "/words", name: "Words" }}
        acts={
          <>
            <ButtonLink to="/words/faq/groups">Groups</ButtonLink>
            <ButtonLink to="/words/look/faq" reloadDocument>
              How it looks
            </ButtonLink>
            {mayChange && drafts > 0 && <ButtonLink to="/words/publish">Put on the shop</ButtonLink>}
            {mayChange && (
              <ButtonLink look="main" fit to={`/words/faq/${next}`}>
                Write a question
              </ButtonLink>
            )}
          </>
        }
      >
        The FAQ by its groups, in the order of the shop.
      </PageHead>
      <div className="tools">
        <Search name="q" label="A word of a question or an answer" value={text} />
      </div>
      {groups.map(({ id, name, questions }) => (
        <Section key={id} title={name} note={counted(questions.length, "question")}>
          <Table label={name} columns={columns} rows={questions} keyOf={({ id: own }) => own} live />
        </Section>
      ))}
      {groups.length === 0 && (
        <NothingFound title="Nothing found" way={<ButtonLink to="/words/faq">Show everything</ButtonLink>}>
          No question says &quot;{text}&quot;.
        </NothingFound>
      )}
    </>
  );
}
