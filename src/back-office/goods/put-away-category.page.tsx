import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { categoryLines, putAwayCategory } from "~/shop/catalog/editing/category-record.server";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-texts";
import { declined, type Declined } from "../form-answers";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { SelectField } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";

export const meta = () => [{ title: "Put a category away | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const lines = await categoryLines(services, member);
  const line = lines.find(({ id, parentId, isPutAway }) => id === params.category && parentId !== null && !isPutAway);
  const choices = await categoryChoices(services, member);
  return { ...orNotFound(line), choices: choices.filter(({ id }) => id !== line?.id), submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const version = Number(typed.version);
  if (!isId(typed.submission ?? "") || !Number.isSafeInteger(version)) throw data(null, { status: 400 });
  try {
    const result = await putAwayCategory(servicesOf(context), memberOf(context), {
      submission: typed.submission ?? "",
      id: params.category ?? "",
      version,
      goodsTo: typed.goodsTo || null,
    });
    if (result.saved) return redirect(`/goods/categories?done=${result.act}`);
    return declined(typed, { message: "Somebody changed this meanwhile. Look again, then decide.", status: 409 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    const { categoryId, ...fields } = error.fields;
    return declined(typed, { errors: { ...fields, ...(categoryId && { goodsTo: categoryId }) } });
  }
}

/** Asks where the products of a category go before it is put away. */
export default function PutAwayCategory() {
  const { name, products, version, choices, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const error = answer?.errors.goodsTo ?? answer?.errors.name;
  return (
    <>
      <PageHead title={name} back={{ to: "/goods/categories", name: "Categories" }} />
      <ErrorSummary
        {...(answer?.message && { message: answer.message })}
        errors={error ? [{ id: "goodsTo", label: "Where its products go", error }] : []}
      />
      <GuardedForm noValidate answer={answer}>
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="version" value={version} />
        <DialogPage
          title={`Put the category ${name} away?`}
          foot={
            <>
              <p>It can be undone, with its products.</p>
              <ButtonLink look="bare" to="/goods/categories">
                Cancel
              </ButtonLink>
              <Button look="main" fit>
                Put it away
              </Button>
            </>
          }
        >
          <div className="stack">
            <p>
              It leaves the tabs of the shop and the lists of the workshop. Old links to its tab show all of the page.
            </p>
            {products > 0 && (
              <SelectField
                id="goodsTo"
                name="goodsTo"
                label={`Where its ${counted(products, "product")} ${products === 1 ? "goes" : "go"}`}
                defaultValue={answer?.values.goodsTo ?? ""}
                {...(error && { error })}
              >
                <option value="">Choose</option>
                {choices.map((choice) => (
                  <option key={choice.id} value={choice.id}>
                    {choice.name}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        </DialogPage>
      </GuardedForm>
    </>
  );
}
