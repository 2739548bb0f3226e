import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { everythingOf, type HeldTable } from "~/privacy/held-rows.server";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { titled } from "../titled";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Fold, Section } from "../ui/section";
import { personAddress, personIn } from "./person-key";

export const meta = titled("Everything of a person");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const email = orNotFound(personIn(services, params.key));
  const held = await everythingOf(services, memberOf(context), email);
  const counts = new Map<string, number>();
  for (const { title, count } of held.filter(({ isCopied }) => !isCopied))
    counts.set(title, (counts.get(title) ?? 0) + count);
  return {
    email,
    back: personAddress(services, email),
    tables: held.filter(({ rows }) => rows.length > 0),
    nothing: held.filter(({ isCopied, count }) => isCopied && count === 0).map(({ title }) => title),
    notCopied: [...counts].map(([title, count]) => ({ title, count })),
  };
}

/** Page with all rows that the shop has of one e-mail address, by table. */
export default function Everything() {
  const { email, back, tables, nothing, notCopied } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Everything we have" back={{ to: back, name: "The person" }}>
        {email}
      </PageHead>
      <div className="stack">
        <p>
          All that the shop keeps under this address, as the headings of a copy name it, and what your people wrote
          about it. The newest rows of each kind are here; a copy has all of them.
        </p>
        <p>
          <ButtonLink to="/people/requests/new">Note a request for a copy</ButtonLink>
        </p>
      </div>
      {tables.map((table) => (
        <Rows key={table.name} {...table} />
      ))}
      {nothing.length > 0 && (
        <Section title="Nothing there">
          <p className="dust">{nothing.join(" · ")}</p>
        </Section>
      )}
      <Section title="Not in a copy">
        <ul className="person__list">
          {notCopied.map(({ title, count }) => (
            <li key={title} className="person__line">
              <span>{title}</span>
              <span className="dust small">{counted(count, "row")}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

const Rows = ({ title, count, rows }: HeldTable) => (
  <Fold
    title={title}
    note={rows.length < count ? `The newest ${rows.length} of ${counted(count, "row")}` : counted(count, "row")}
  >
    {rows.map((values, index) => (
      <dl key={index} className="person__row">
        {values.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    ))}
  </Fold>
);
