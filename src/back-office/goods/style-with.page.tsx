import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { save } from "~/shop/audit/save.server";
import { goodsNames } from "~/shop/catalog/editing/goods-labels.server";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { findGoods } from "~/shop/catalog/editing/find-goods.server";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";

export const meta = () => [{ title: "Goes with | Workshop" }];

/** The most that one product goes with. */
const MOST = 24;

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

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const { submission = "", version, add, remove, earlier, q = "" } = await formOf(request);
  const id = params.id ?? "";
  if (!isId(submission) || !/^\d{1,9}$/.test(version ?? "")) throw data(null, { status: 400 });
  const { values } = orNotFound(await openProduct(services, member, id));
  const before = values.styleWith ? values.styleWithProducts : [];
  const after = withChange(before, { add, remove, earlier }).slice(0, MOST);
  const result = await save(services, member, {
    submission,
    edits: [
      {
        kind: productRecord,
        id,
        version: Number(version),
        values: { styleWith: after.length > 0, styleWithProducts: after },
      },
    ],
  });
  const search = new URLSearchParams({ ...(q && { q }), ...(result.saved && { done: result.act }) });
  return redirect(`/goods/${id}/style-with?${search}`);
}

interface Change {
  add: string | undefined;
  remove: string | undefined;
  earlier: string | undefined;
}

function withChange(ids: string[], { add, remove, earlier }: Change): string[] {
  if (add !== undefined) return [...new Set([...ids, add])];
  if (remove !== undefined) return ids.filter((id) => id !== remove);
  const at = ids.indexOf(earlier ?? "");
  return at > 0
    ? [...ids.slice(0, at - 1), ...ids.slice(at, at + 1), ...ids.slice(at - 1, at), ...ids.slice(at + 1)]
    : ids;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** What a product is worn with: its page shows them in this order. */
export default function StyleWithPage() {
  const loaded = useLoaderData<typeof loader>();
  const { id, name, chosen, mayChange } = loaded;
  return (
    <>
      <PageHead title="Goes with" back={{ to: `/goods/${id}`, name: name || "The product" }}>
        {`What the page of ${name || "this product"} shows under "Style With", in this order.`}
      </PageHead>
      <Chosen {...loaded} />
      {mayChange && chosen.length < MOST && <Found {...loaded} />}
    </>
  );
}

const Hidden = ({ submission, version, query }: Pick<Loaded, "submission" | "version" | "query">) => (
  <>
    <input type="hidden" name="submission" value={submission} />
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="q" value={query} />
  </>
);

/** What is chosen, each with its place among the others. */
const Chosen = (loaded: Loaded) => (
  <Form method="post" className="goes-with">
    <Hidden {...loaded} />
    {loaded.chosen.length === 0 && <p className="dust">Nothing is chosen.</p>}
    <ol>
      {loaded.chosen.map((goods, index) => (
        <li key={goods.id} className="goes-with__line">
          <Link to={`/goods/${goods.id}`}>{goods.name}</Link>
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
  </Form>
);

/** A search over all goods, and what it found to be added. */
const Found = (loaded: Loaded) => (
  <Section title="Add one">
    <Search name="q" label="Name, color, SKU" value={loaded.query} />
    {loaded.query.length > 1 && loaded.found.length === 0 && (
      <NothingFound title="Nothing found">{`No other product is called "${loaded.query}".`}</NothingFound>
    )}
    <Form method="post" className="goes-with">
      <Hidden {...loaded} />
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
    </Form>
  </Section>
);
