import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { isField } from "~/shop/imports/columns";
import { makeCategory } from "~/shop/imports/file-categories.server";
import { settleImport } from "~/shop/imports/imports.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { SelectField } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
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
  const chosenFor = new Map<string, string>();
  for (const [place, { word, category }] of words.entries()) {
    const chosen = values[`category-${place}`] ?? "";
    const submission = values[`submission-${place}`] ?? "";
    const parentId = chosen.startsWith(NEW) ? chosen.slice(NEW.length) : undefined;
    if (parentId !== undefined && !isId(submission)) throw data(null, { status: 400 });
    const id = parentId === undefined ? chosen : await makeCategory(services, member, { word, parentId, submission });
    // Nothing is chosen for a word that has no category yet.
    if (id !== category) chosenFor.set(word.toLowerCase(), id);
  }
  const categories = Object.fromEntries(chosenFor);
  await settleImport(services, member, id, { mapping, categories });
  return redirect(`/imports/${id}`);
}

/** Before the category that a new one is to stand under. */
const NEW = "new:";

/** What each column is taken for, and which words of the file are which categories. */
export default function ImportColumns() {
  const { id, file, columns, fields, words, categories } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Columns" back={{ to: `/imports/${id}`, name: "Import" }}>
        {file}: what each column means. What means nothing here is left out.
      </PageHead>
      <GuardedForm>
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
            <div className="import-columns" id="categories">
              {words.map((each, place) => (
                <CategoryChoice key={each.word} {...each} place={place} categories={categories} />
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
      </GuardedForm>
    </>
  );
}

type Word = ReturnType<typeof useLoaderData<typeof loader>>["words"][number];

/** What a word of the file is taken for: a category that is there, or one that is made. */
const CategoryChoice = ({
  word,
  category,
  made,
  submission,
  place,
  categories,
}: Word & { place: number; categories: { id: string; name: string }[] }) => (
  <div>
    <input type="hidden" name={`submission-${place}`} value={submission} />
    <SelectField
      label={word}
      name={`category-${place}`}
      defaultValue={category}
      note={category === "" && "No category here is called so."}
    >
      <option value="">None</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {made.length > 0 && (
        <optgroup label="Make a new one">
          {made.map(({ parentId, name }) => (
            <option key={parentId} value={`${NEW}${parentId}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  </div>
);
