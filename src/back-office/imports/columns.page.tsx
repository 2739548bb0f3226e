import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { isField } from "~/shop/imports/columns";
import { settleImport } from "~/shop/imports/imports.server";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { importNumber } from "./import-number";
import { importColumns } from "./import-screen.server";

export const meta = () => [{ title: "Columns of an import | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  return orNotFound(await importColumns(servicesOf(context), memberOf(context), importNumber(params)));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member, id] = [servicesOf(context), memberOf(context), importNumber(params)];
  const values = await formOf(request);
  const { columns, words } = orNotFound(await importColumns(services, member, id));
  const mapping = columns.map((_, place) => {
    const field = values[`column-${place}`] ?? "";
    return isField(field) ? field : null;
  });
  const categories = Object.fromEntries(
    words.flatMap(({ word }, place) => {
      const chosen = values[`category-${place}`];
      return chosen ? [[word.toLowerCase(), chosen] as const] : [];
    }),
  );
  await settleImport(services, member, id, { mapping, categories });
  return redirect(`/imports/${id}`);
}

/** What each column is taken for, and which words of the file are which categories. */
export default function ImportColumns() {
  const { id, file, columns, fields, words, categories } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Columns" back={{ to: `/imports/${id}`, name: "Import" }}>
        {file}: what each column means. What means nothing here is left out.
      </PageHead>
      <Form method="post">
        <div className="import-columns">
          {columns.map(({ header, field, sample, why }, place) => (
            <SelectField
              key={place}
              label={header || `Column ${place + 1}`}
              labelNote={sample && `such as ${sample}`}
              name={`column-${place}`}
              defaultValue={field}
              note={why && `Left out: ${why}.`}
            >
              <option value="">Left out</option>
              {fields.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {words.length > 0 && (
          <Section title="Categories" note="A product without one stays a draft">
            <div className="import-columns">
              {words.map(({ word, category }, place) => (
                <SelectField key={word} label={word} name={`category-${place}`} defaultValue={category}>
                  <option value="">None</option>
                  {categories.map(({ id: key, path }) => (
                    <option key={key} value={key}>
                      {path}
                    </option>
                  ))}
                </SelectField>
              ))}
            </div>
          </Section>
        )}
        <div className="foot">
          <p className="foot__what">
            <strong>Nothing changes in the shop by this</strong>
          </p>
          <ButtonLink look="bare" to={`/imports/${id}`}>
            Back
          </ButtonLink>
          <Button look="main" fit>
            Read it so
          </Button>
        </div>
      </Form>
    </>
  );
}
