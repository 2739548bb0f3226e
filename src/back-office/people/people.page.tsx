import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, useActionData } from "react-router";
import { formOf } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Field } from "../ui/field";
import { KindMark } from "../ui/kind-mark";
import { PageHead } from "../ui/page-head";
import { type Column, RowLink, Table } from "../ui/table";
import { FEWEST_LETTERS, findPeople, type FoundPerson } from "./people.server";
import { titled } from "../titled";

export const meta = titled("People");

export async function loader({ context }: LoaderFunctionArgs) {
  await requireRight(servicesOf(context), memberOf(context), "people.read");
  return null;
}

/** Searches for people. The form is sent by POST, so that no address contains an e-mail address. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { text = "" } = await formOf(request);
  const wanted = text.slice(0, 254);
  const people = await findPeople(servicesOf(context), memberOf(context), wanted);
  const isShort = wanted.trim().length < FEWEST_LETTERS;
  return data({ text: wanted, people, isShort }, { status: isShort ? 422 : 200 });
}

const columns: Column<FoundPerson>[] = [
  {
    label: "Name",
    place: "lead",
    cell: ({ to, name, mark }) => (
      <>
        <RowLink to={to}>{name}</RowLink>
        <KindMark>{mark}</KindMark>
      </>
    ),
  },
  { label: "E-mail", place: "under", cell: ({ email }) => email },
];

/** Page with the search for shoppers. */
export default function People() {
  const found = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="People"
        acts={
          <>
            <ButtonLink to="/people/requests">Requests</ButtonLink>
            <ButtonLink to="/newsletter">Newsletter</ButtonLink>
          </>
        }
      >
        One shopper at a time: orders, messages, reviews, questions, comments, newsletter.
      </PageHead>
      <Form method="post" className="stack people__search">
        <Field
          label="Name or e-mail"
          name="text"
          type="search"
          autoComplete="off"
          defaultValue={found?.text}
          note="Two letters or more. What you look for stands in no address and no log."
          {...(found?.isShort && { error: "Write two letters or more." })}
        />
        <p>
          <Button look="main" fit>
            Look
          </Button>
        </p>
      </Form>
      <div role="status">
        {found && found.people.length > 0 && (
          <Table label="People" columns={columns} rows={found.people} keyOf={({ email }) => email} live />
        )}
        {found && !found.isShort && found.people.length === 0 && (
          <NothingFound title={`Nobody has "${found.text}"`}>
            Buyers, those who wrote to the shop and those on the newsletter were looked through.
          </NothingFound>
        )}
      </div>
    </>
  );
}
