import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { copyProduct } from "~/shop/catalog/editing/create-product.server";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PageHead } from "../ui/page-head";

export const meta = () => [{ title: "Make a copy | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const { id, values } = orNotFound(await openProduct(services, member, params.id ?? ""));
  return { id, name: values.name, submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { submission = "" } = await formOf(request);
  if (!isId(submission)) throw data(null, { status: 400 });
  const copy = await copyProduct(servicesOf(context), memberOf(context), submission, params.id ?? "");
  return redirect(`/goods/${copy.id}?done=${copy.act}`);
}

/** Asks before a copy of a product is made. */
export default function CopyPage() {
  const { id, name, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={name} back={{ to: `/goods/${id}`, name: name || "The product" }} />
      <Form method="post">
        <input type="hidden" name="submission" value={submission} />
        <DialogPage
          title={`Copy ${name || "this product"}`}
          foot={
            <>
              <p>The copy is a draft.</p>
              <ButtonLink look="bare" to={`/goods/${id}`}>
                Cancel
              </ButtonLink>
              <Button look="main" fit>
                Make a copy
              </Button>
            </>
          }
        >
          <p>It gets the same words, pictures, prices, sizes and colors. It begins without stock and without SKUs.</p>
        </DialogPage>
      </Form>
    </>
  );
}
