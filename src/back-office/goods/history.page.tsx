import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { recordActLines } from "../log/log.server";
import { ActTable } from "../log/log-table";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { Paging } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { recordsOf } from "./product-screen.server";
import { titled } from "../titled";

export const meta = titled("What changed in a product");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const product = orNotFound(await openProduct(services, member, params.id ?? ""));
  const before = Number(new URL(request.url).searchParams.get("before"));
  const filter = {
    records: recordsOf(product),
    ...(Number.isSafeInteger(before) && before > 0 && { before }),
  };
  const page = await recordActLines(services, member, filter, new Date());
  return { ...page, id: product.id, name: product.values.name, isFirst: filter.before === undefined };
}

/** Page of all acts of members on one product, the newest first, with Undo beside those that can be undone. */
export default function HistoryPage() {
  const { id, name, lines, older, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="What changed" back={{ to: `/goods/${id}`, name: name || "The product" }}>
        {name}
      </PageHead>
      {lines.length > 0 ? (
        <ActTable lines={lines} back={`/goods/${id}/history`} />
      ) : (
        <NothingYet title="Nothing has changed yet" way={<ButtonLink to={`/goods/${id}`}>Back to it</ButtonLink>}>
          What members change of it stands here from now on.
        </NothingYet>
      )}
      {lines.length > 0 && (
        <Paging
          newest={isFirst ? null : `/goods/${id}/history`}
          older={older === null ? null : `/goods/${id}/history?before=${older}`}
        >
          The newest first
        </Paging>
      )}
    </>
  );
}
