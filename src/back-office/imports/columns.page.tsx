import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import { FIELDS, isField, type Mapping, UNKNOWN_COLUMN } from "~/shop/imports/columns";
import { makeCategory } from "~/shop/imports/file-categories.server";
import { OPTION_MEANINGS } from "~/shop/imports/import";
import { settleImport } from "~/shop/imports/imports.server";
import { Refusal } from "~/shop/refusal";
import { actId } from "~/shop/audit/submission-id.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { counted } from "../count-words";
import { sendForm } from "../forms/send-form";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { TaxKinds } from "../goods/tax-kinds";
import { taxKinds } from "../goods/tax-kind-words";
import { importNumber } from "./import-number";
import { importColumns } from "./import-screen.server";
import { titled } from "../titled";

export const meta = titled("Columns of an import");

export async function loader({ context, params }: LoaderFunctionArgs) {
  return orNotFound(await importColumns(servicesOf(context), memberOf(context), importNumber(params)));
}

export const action = formAction({
  right: "goods.import",
  schema: Typed,
  async act({ services, member, params, submission, typed }) {
    const id = importNumber(params);
    const { columns, words, options } = orNotFound(await importColumns(services, member, id));
    const mapping = columns.map((_, place) => {
      const field = typed[`column-${place}`] ?? "";
      return isField(field) ? field : null;
    });
    const twice = chosenTwice(mapping, columns);
    if (Object.keys(twice).length > 0) throw new Refusal("input-invalid", { fields: twice });
    const meanings = options.flatMap(({ name }, place) => {
      const meaning = OPTION_MEANINGS.find((each) => each === typed[`option-${place}`]);
      return meaning ? [[name.toLowerCase(), meaning] as const] : [];
    });
    // One transaction, so that a refused form leaves no new category behind.
    await services.db.transaction(async (db) => {
      const chosenFor = new Map<string, string>();
      const kinds = new Map<string, TaxKind | undefined>();
      for (const [place, { word, category, kind: before }] of words.entries()) {
        const kind = TAX_KINDS.find((each) => each === typed[`kind-${place}`]);
        if ((kind ?? "") !== before) kinds.set(word.toLowerCase(), kind);
        const chosen = typed[`category-${place}`] ?? "";
        const parentId = chosen.startsWith(NEW) ? chosen.slice(NEW.length) : undefined;
        const own =
          parentId === undefined
            ? chosen
            : await makeCategory({ db }, member, { word, parentId, submission: actId(submission, word) });
        // Does not store a choice for a word whose category field was left unchanged.
        if (own !== category) chosenFor.set(word.toLowerCase(), own);
      }
      const [categories, categoryKinds] = [Object.fromEntries(chosenFor), Object.fromEntries(kinds)];
      await settleImport({ db }, member, id, {
        mapping,
        categories,
        categoryKinds,
        options: Object.fromEntries(meanings),
      });
    });
    return { to: `/imports/${id}` };
  },
});
export const clientAction = sendForm;

/** Errors of columns that have the same meaning as an earlier column, by field name. */
const chosenTwice = (mapping: Mapping, columns: { header: string }[]): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap((field, place) => {
      const first = field === null ? place : mapping.indexOf(field);
      if (field === null || first === place) return [];
      const earlier = columns[first]?.header || `Column ${first + 1}`;
      return [
        [
          `column-${place}`,
          `${earlier} means ${FIELDS[field].label} already, and the first counts: leave one of them out.`,
        ],
      ];
    }),
  );

/** Prefix of the value of an option that creates a category; the id of its parent category follows. */
const NEW = "new:";

/** Page to choose the meaning of each column of a file, and the category for each word of its category column. */
export default function ImportColumns() {
  const { id, file, submission, columns, fields, words, options, categories } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Columns" back={{ to: `/imports/${id}`, name: "Import" }}>
        {file}: what each column means. What means nothing here is left out.
      </PageHead>
      <WorkshopForm
        submission={submission}
        stored={storedIn(columns, words, options)}
        action={`/imports/${id}/columns`}
      >
        {({ field, isSending }) => (
          <>
            <Meanings words={words} options={options} categories={categories} field={field} />
            <ColumnChoices columns={columns} fields={fields} field={field} />
            <div className="foot">
              <p className="foot__what">
                <strong>Nothing changes in the shop by this</strong>
              </p>
              <ButtonLink look="bare" to={`/imports/${id}`}>
                Back
              </ButtonLink>
              <Button look="main" fit busy={isSending}>
                Read it so
              </Button>
            </div>
          </>
        )}
      </WorkshopForm>
    </>
  );
}

/** Fields for the meaning of each column: first of those that need a look, then, folded, of those that are understood. */
function ColumnChoices({ columns, fields, field }: Pick<Columns, "columns" | "fields"> & Pick<FormParts, "field">) {
  const placed = columns.map((column, place) => ({ ...column, place, control: field(`column-${place}`) }));
  const doubtful = placed.filter(({ isUnderstood }) => !isUnderstood);
  const unknown = doubtful.filter(({ isGuessed }) => !isGuessed);
  const guessed = doubtful.filter(({ isGuessed }) => isGuessed);
  const understood = placed.filter(({ isUnderstood }) => isUnderstood);
  const listOf = (some: typeof placed) => (
    <div className="import-columns">
      {some.map(({ header, sample, why, place, control }) => (
        <SelectField
          key={place}
          label={header || `Column ${place + 1}`}
          labelNote={sample && `such as ${sample}`}
          {...control}
          note={why && why !== UNKNOWN_COLUMN && `Left out: ${why}.`}
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
  );
  return (
    <>
      {unknown.length > 0 && (
        <Section
          title={counted(unknown.length, "column is left out", "columns are left out")}
          note="Choose what they mean, or leave them out"
        >
          {listOf(unknown)}
        </Section>
      )}
      {guessed.length > 0 && (
        <Section
          title={counted(guessed.length, "column is guessed", "columns are guessed")}
          note="By names in another language"
        >
          {listOf(guessed)}
        </Section>
      )}
      {understood.length > 0 && (
        <details className="import-left-out" open={understood.some(({ control }) => control.error)}>
          <summary>
            <span className="link">{counted(understood.length, "column is understood", "columns are understood")}</span>
          </summary>
          {listOf(understood)}
        </details>
      )}
    </>
  );
}

type Columns = ReturnType<typeof useLoaderData<typeof loader>>;

/** Fields to choose the meaning of options besides size and color, and a category for each word of the file. */
const Meanings = ({
  words,
  options,
  categories,
  field,
}: Pick<Columns, "words" | "options" | "categories"> & Pick<FormParts, "field">) => (
  <>
    {options.length > 0 && (
      <Section title="Third options" note="Where a product has several of one; one alone becomes a detail of it">
        <div className="import-columns" id="options">
          {options.map(({ name }, place) => (
            <SelectField key={name} label={name} {...field(`option-${place}`)}>
              <option value="">Not chosen: these products stay out</option>
              <option value="color">A part of the color: Black / {name}</option>
              <option value="size">A part of the size: M / {name}</option>
            </SelectField>
          ))}
        </div>
      </Section>
    )}
    {words.length > 0 && (
      <Section title="Categories" note="A product without one, or without a kind for tax, stays a draft">
        <div id="categories">
          {words.map((each, place) => (
            <div className="import-category" role="group" aria-label={each.word} key={each.word}>
              <CategoryChoice {...each} field={field(`category-${place}`)} categories={categories} />
              <KindChoice {...each} field={field(`kind-${place}`)} />
            </div>
          ))}
        </div>
      </Section>
    )}
  </>
);

type Word = Columns["words"][number];

const storedIn = (
  columns: { field: string }[],
  words: { category: string; kind: string }[],
  options: { meaning: string }[],
): Record<string, string> => ({
  ...Object.fromEntries(options.map(({ meaning }, place) => [`option-${place}`, meaning])),
  ...Object.fromEntries(columns.map(({ field }, place) => [`column-${place}`, field])),
  ...Object.fromEntries(words.map(({ category }, place) => [`category-${place}`, category])),
  ...Object.fromEntries(words.map(({ kind }, place) => [`kind-${place}`, kind])),
});

/** Field to choose the tax kind of the products of a category word; without a choice they get that of the category's other goods. */
const KindChoice = ({ usual, field }: Word & { field: ReturnType<FormParts["field"]> }) => (
  <SelectField label="Kind for tax" {...field}>
    <option value="">{usual ? `${taxKinds[usual]}, as its other goods` : "Not chosen: they stay drafts"}</option>
    <TaxKinds />
  </SelectField>
);

/** Field to choose an existing or a new category for a word of the file. */
const CategoryChoice = ({
  word,
  category,
  made,
  isOfSeveral,
  field,
  categories,
}: Word & { field: ReturnType<FormParts["field"]>; categories: { id: string; name: string }[] }) => (
  <div>
    <SelectField
      label={word}
      {...field}
      note={
        category === "" &&
        (isOfSeveral ? "Several categories here are called so: choose one." : "No category here is called so.")
      }
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
