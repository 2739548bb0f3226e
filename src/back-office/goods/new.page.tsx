import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { createProduct, noChoice } from "~/shop/catalog/editing/create-product.server";
import { formOf } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { declined, type Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { useKept } from "../use-pending-form";
import { Button, ButtonLink } from "../ui/button";
import { Field, MoneyField, SelectField } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useChangedForm } from "../ui/use-changed-form";
import { parseChoices } from "./parse-choices";
import { TaxKinds } from "./tax-kinds";
import { parseAmount } from "./parse-amount";

export const meta = () => [{ title: "A new product | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  return { categories: await categoryChoices(services, member), submission: randomUUID() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const typed = await formOf(request);
  const { submission = "", name = "", categoryId, kindForTax } = typed;
  if (!isId(submission)) throw data(null, { status: 400 });
  const [price, choices] = [parseAmount(typed.price ?? ""), parseChoices(typed, noChoice())];
  const errors = {
    ...(name.trim() === "" && { name: "Give it a name." }),
    ...("error" in price && { price: price.error }),
    ...("error" in choices && { [choices.field]: choices.error }),
  };
  if ("error" in price || "error" in choices || Object.keys(errors).length > 0) return declined(typed, { errors });
  try {
    const made = await createProduct(servicesOf(context), memberOf(context), submission, {
      name,
      price: price.value,
      choices: choices.value,
      categoryId: categoryId || null,
      kindForTax: kindForTax || null,
    });
    return redirect(`/goods/${made.id}?done=${made.act}`);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return declined(typed, { errors: error.fields });
  }
}

const LABELS: Record<string, string> = {
  name: "Name",
  price: "Price",
  colors: "Colors",
  sizes: "Sizes",
  categoryId: "Category",
  kindForTax: "Tax kind",
};

/** The few words that a new product begins with; all else follows on its page. */
export default function NewProductPage() {
  const { categories, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  const values: Record<string, string | undefined> = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  const at = (name: string) => ({
    id: name,
    name,
    label: LABELS[name],
    defaultValue: values[name] ?? "",
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <>
      <PageHead title="A new product" back={{ to: "/goods", name: "Goods" }}>
        It is a draft that members see, until you put it on the shop.
      </PageHead>
      <KeptNotice kept={answer ? {} : kept} />
      <ErrorSummary errors={Object.entries(errors).map(([id, error]) => ({ id, label: LABELS[id] ?? id, error }))} />
      <Form method="post" noValidate ref={element} onSubmit={onSubmit}>
        <LeaveGuard isChanged={isChanged} />
        <input type="hidden" name="submission" value={values.submission ?? submission} />
        <Section title="To begin with">
          <div className="stack narrow">
            <Field {...at("name")} autoComplete="off" />
            <MoneyField {...at("price")} />
            <div className="fields">
              <SelectField {...at("categoryId")}>
                <option value="">Choose</option>
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField {...at("kindForTax")}>
                <option value="">Choose</option>
                <TaxKinds />
              </SelectField>
            </div>
            <Field {...at("colors")} labelNote="with commas between" placeholder="Black, Sand" autoComplete="off" />
            <Field {...at("sizes")} labelNote="with commas between" placeholder="XS, S, M, L, XL" autoComplete="off" />
          </div>
        </Section>
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">Each color comes in each size. Pictures, words and stock follow on its page.</p>
          <ButtonLink look="bare" to="/goods">
            Cancel
          </ButtonLink>
          <Button look="main" fit>
            Make it
          </Button>
        </div>
      </Form>
    </>
  );
}
