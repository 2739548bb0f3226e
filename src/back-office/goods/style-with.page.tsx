import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { save } from "~/shop/audit/save.server";
import { goodsNames } from "~/shop/catalog/editing/goods-labels.server";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { findGoods } from "~/shop/catalog/naming/find-goods.server";
import { orNotFound } from "~/shop/form";
import { limits } from "~/shop/limits";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("Goes with");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const { id, version, values } = orNotFound(await openProduct(services, member, params.id ?? ""));
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const chosen = values.styleWith ? values.styleWithProducts : [];
  const found = query.length < 2 ? [] : await findGoods(services, member, query, 12);
  return {
    id,
    version,
    query,
    name: values.name,
    mayChange: can(member, "goods.change"),
    chosen: await goodsNames(services, member, chosen),
    found: found.filter((goods) => goods.id !== id && !chosen.includes(goods.id)),
    submission: randomUUID(),
  };
}

const Change = z.object({
  add: z.string().optional(),
  remove: z.string().optional(),
  earlier: z.string().optional(),
});
type Change = z.infer<typeof Change>;

export const action = formAction({
  right: "goods.change",
  schema: Change.extend({ q: z.string().default("") }),
  async act({ services, member, params, submission, version }, { q, ...change }) {
    const id = params.id ?? "";
    const { values } = orNotFound(await openProduct(services, member, id));
    const before = values.styleWith ? values.styleWithProducts : [];
    const after = withChange(before, change).slice(0, limits.styleWith);
    const edit = {
      kind: productRecord,
      id,
      version,
      values: { styleWith: after.length > 0, styleWithProducts: after },
    };
    const result = await save(services, member, { submission, edits: [edit] });
    if (!result.saved) return { late: "Somebody changed this product after you opened it. Look again, then decide." };
    const here = `/goods/${id}/style-with`;
    return { to: q ? `${here}?${new URLSearchParams({ q })}` : here, act: result.act };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

function withChange(ids: string[], { add, remove, earlier }: Change): string[] {
  if (add !== undefined) return [...new Set([...ids, add])];
  if (remove !== undefined) return ids.filter((id) => id !== remove);
  const at = ids.indexOf(earlier ?? "");
  return at > 0
    ? [...ids.slice(0, at - 1), ...ids.slice(at, at + 1), ...ids.slice(at - 1, at), ...ids.slice(at + 1)]
    : ids;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** Page to choose products to wear with a product, in the order in which its page shows them. */
export default function StyleWithPage() {
  const loaded = useLoaderData<typeof loader>();
  const { id, name, chosen, mayChange } = loaded;
  return (
    <>
      <PageHead title="Goes with" back={{ to: `/goods/${id}`, name: name || "The product" }}>
        {`What the page of ${name || "this product"} shows under "Style With", in this order.`}
      </PageHead>
      <FormMessage />
      <Chosen {...loaded} />
      {mayChange && chosen.length < limits.styleWith && <Found {...loaded} />}
    </>
  );
}

interface ListFormProps extends Pick<Loaded, "submission" | "version" | "query"> {
  name: string;
  children: ReactNode;
}

/** Form around a list of products whose buttons change the choice. */
const ListForm = ({ query, children, ...form }: ListFormProps) => (
  <WorkshopForm {...form} isBare className="goes-with">
    <input type="hidden" name="q" value={query} />
    {children}
  </WorkshopForm>
);

/** Chosen products, each with buttons to move it. */
const Chosen = ({ submission, version, query, ...loaded }: Loaded) => (
  <ListForm name="chosen" submission={submission} version={version} query={query}>
    {loaded.chosen.length === 0 && <p className="dust">Nothing is chosen.</p>}
    <ol>
      {loaded.chosen.map((goods, index) => (
        <li key={goods.id} className="goes-with__line">
          <Link className="link" to={`/goods/${goods.id}`}>
            {goods.name}
          </Link>
          {loaded.mayChange && (
            <span className="goes-with__acts">
              {index > 0 && (
                <Button look="bare" name="earlier" value={goods.id} aria-label={`${goods.name} earlier`}>
                  Earlier
                </Button>
              )}
              <Button look="bare" name="remove" value={goods.id} aria-label={`Remove ${goods.name}`}>
                Remove
              </Button>
            </span>
          )}
        </li>
      ))}
    </ol>
  </ListForm>
);

/** A search over all products, and its results with a button to add each. */
const Found = ({ submission, version, query, ...loaded }: Loaded) => (
  <Section title="Add one">
    <Search name="q" label="Name, color, SKU" value={query} />
    {query.length > 1 && loaded.found.length === 0 && (
      <NothingFound title="Nothing found">{`No other product is called "${query}".`}</NothingFound>
    )}
    <ListForm name="found" submission={submission} version={version} query={query}>
      <ul>
        {loaded.found.map((goods) => (
          <li key={goods.id} className="goes-with__line">
            <span>
              {goods.name} {goods.status !== "published" && <span className="dust small">not on the shop</span>}
            </span>
            <Button name="add" value={goods.id} aria-label={`Add ${goods.name}`}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </ListForm>
  </Section>
);
