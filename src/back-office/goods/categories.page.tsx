import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { save } from "~/shop/audit/save.server";
import { goodsAddress } from "~/shop/catalog/editing/goods-list-view";
import {
  addCategory,
  type CategoryLine,
  categoryLines,
  categoryRecord,
} from "~/shop/catalog/editing/category-record.server";
import { formOf } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { Refusal } from "~/shop/refusal";
import { declined, type Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { Field, SelectField } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { counted } from "../count-texts";

export const meta = () => [{ title: "Categories | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const all = await categoryLines(services, member);
  const lines = all.filter(({ isPutAway }) => !isPutAway);
  return {
    away: all.filter(({ isPutAway }) => isPutAway),
    tops: lines.filter(({ parentId }) => parentId === null),
    lines,
    mayChange: can(member, "goods.change"),
    submission: randomUUID(),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const typed = await formOf(request);
  const { submission = "", add, rename, earlier, back, name = "", parentId = "" } = typed;
  if (!isId(submission)) throw data(null, { status: 400 });
  try {
    if (add !== undefined) return doneAt(await addCategory(services, member, submission, { name, parentId }));
    const lines = await categoryLines(services, member);
    const living = lines.filter(({ isPutAway }) => !isPutAway);
    const edits =
      back !== undefined
        ? takenOut(lines, back)
        : rename === undefined
          ? swapped(living, earlier)
          : renamed(living, rename, typed);
    if (edits.length === 0) return redirect("/goods/categories");
    return doneAt(await save(services, member, { submission, edits }));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    const at = (field: string) => (rename === undefined ? field : `name:${rename}`);
    const errors = Object.entries(error.fields).map(([field, words]) => [at(field), words]);
    return declined(typed, { errors: Object.fromEntries(errors) as Record<string, string> });
  }
}

function doneAt(result: Awaited<ReturnType<typeof save>>) {
  const message = "Somebody changed this category after you opened the page. Look again, then decide.";
  return result.saved ? redirect(`/goods/categories?done=${result.act}`) : declined({}, { message, status: 409 });
}

/** The category takes the place of the one before it under the same parent. */
function swapped(lines: CategoryLine[], id: string | undefined) {
  const line = lines.find((each) => each.id === id);
  const beside = lines.filter(({ parentId }) => parentId === line?.parentId);
  const before = line && beside[beside.indexOf(line) - 1];
  if (!before) return [];
  const moved = ({ id: record, version }: CategoryLine, position: number) => ({
    kind: categoryRecord,
    id: record,
    version,
    values: { position },
  });
  return [moved(line, before.position), moved(before, line.position)];
}

/** A category that was put away stands in the lists again. */
const takenOut = (lines: CategoryLine[], back: string) =>
  lines
    .filter(({ id, isPutAway }) => id === back && isPutAway)
    .map(({ id, version }) => ({ kind: categoryRecord, id, version, values: { putAwayAt: null } }));

function renamed(lines: CategoryLine[], id: string, typed: Record<string, string>) {
  const line = lines.find((each) => each.id === id);
  const version = Number(typed[`version:${id}`]);
  return line && Number.isSafeInteger(version)
    ? [{ kind: categoryRecord, id, version, values: { name: typed[`name:${id}`] ?? "" } }]
    : [];
}

/** The tree of categories: their names, their order, and a new one under one at the top. */
export default function CategoriesPage() {
  const { tops, lines, away, mayChange, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const errors = answer?.errors ?? {};
  const under = (id: string) => lines.filter(({ parentId }) => parentId === id);
  const inAll = (top: CategoryLine) => under(top.id).reduce((sum, { products }) => sum + products, top.products);
  return (
    <>
      <PageHead title="Categories" back={{ to: "/goods", name: "Goods" }}>
        The names at the top stand in the shop&apos;s menus and stay; those below them are yours to name, to order and
        to put away.
      </PageHead>
      <ErrorSummary
        {...(answer?.message && { message: answer.message })}
        errors={Object.entries(errors).map(([id, error]) => ({ id, label: "Name", error }))}
      />
      {tops.map((top) => (
        <Section key={top.id} title={top.name} note={counted(inAll(top), "product")}>
          <GuardedForm className="goes-with" answer={answer}>
            <input type="hidden" name="submission" value={submission} />
            <ul>
              {under(top.id).map((line, index) => (
                <Line key={line.id} line={line} isFirst={index === 0} mayChange={mayChange} answer={answer} />
              ))}
            </ul>
          </GuardedForm>
        </Section>
      ))}
      {away.length > 0 && (
        <Section title="Put away" note="Stand in no list of the shop">
          <GuardedForm className="goes-with" answer={answer}>
            <input type="hidden" name="submission" value={submission} />
            <ul>
              {away.map(({ id, name }) => (
                <li key={id} className="goes-with__line">
                  {name}
                  {mayChange && (
                    <Button name="back" value={id} aria-label={`Take ${name} out again`}>
                      Take it out again
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </GuardedForm>
        </Section>
      )}
      {mayChange && <AddOne tops={tops} submission={submission} answer={answer} />}
    </>
  );
}

interface LineProps {
  line: CategoryLine;
  isFirst: boolean;
  mayChange: boolean;
  answer: Declined | undefined;
}

function Line({ line: { id, name, version, products }, isFirst, mayChange, answer }: LineProps) {
  const field = `name:${id}`;
  const error = answer?.errors[field];
  return (
    <li className="goes-with__line">
      {mayChange ? (
        <>
          <input type="hidden" name={`version:${id}`} value={version} />
          <div className="goes-with__name">
            {" "}
            <Field
              key={name}
              id={field}
              name={field}
              label={<span className="vh">Name of {name}</span>}
              defaultValue={answer?.values[field] ?? name}
              {...(error && { error })}
            />
          </div>
          <span className="goes-with__acts">
            <ButtonLink look="bare" to={goodsAddress({ categories: [id] })}>
              {counted(products, "product")}
            </ButtonLink>
            {!isFirst && (
              <Button look="bare" name="earlier" value={id} aria-label={`${name} earlier`}>
                Earlier
              </Button>
            )}
            <ButtonLink look="bare" to={`/goods/categories/${id}/put-away`} aria-label={`Put away ${name}`}>
              Put away
            </ButtonLink>
            <Button name="rename" value={id} aria-label={`Save the name of ${name}`}>
              Save
            </Button>
          </span>
        </>
      ) : (
        name
      )}
    </li>
  );
}

interface AddOneProps {
  tops: CategoryLine[];
  submission: string;
  answer: Declined | undefined;
}

const AddOne = ({ tops, submission, answer }: AddOneProps) => (
  <Section title="Add one">
    <GuardedForm key={submission} className="stack narrow" answer={answer}>
      <input type="hidden" name="submission" value={submission} />
      <div className="fields">
        <SelectField label="Under" id="parentId" name="parentId" defaultValue={answer?.values.parentId ?? ""}>
          {tops.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Name"
          id="name"
          name="name"
          defaultValue={answer?.values.name ?? ""}
          {...(answer?.errors.name && { error: answer.errors.name })}
        />
      </div>
      <p>
        <Button name="add" value="yes">
          Add it
        </Button>
      </p>
    </GuardedForm>
  </Section>
);
