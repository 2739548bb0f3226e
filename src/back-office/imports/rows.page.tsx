import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { byName } from "~/platform/by-name";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { Paging } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { ChangesTable, NotesTable } from "./changes-table";
import { numberIn } from "../stock/stock-view";
import { importNumber } from "./import-number";
import { importRowsPage } from "./import-screen.server";
import { ProductsTable } from "./products-table";
import { titled } from "../titled";

export const meta = titled("Rows of an import");

const TITLES = byName<string>({
  changed: "Rows that change something",
  new: "New products",
  bad: "Rows to mend",
  same: "Rows that are the same",
  notes: "Notes",
  left: "Rows that stayed out",
});

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const after = numberIn(new URL(request.url).searchParams.get("after")) ?? 0;
  const { state = "" } = params;
  const page = await importRowsPage(servicesOf(context), memberOf(context), importNumber(params), { state, after });
  return { ...orNotFound(page), isFirst: after === 0 };
}

/** Page of an import's rows of one kind. */
export default function ImportRows() {
  const { id, file, state, rows, next, isFirst } = useLoaderData<typeof loader>();
  const here = `/imports/${id}/rows/${state}`;
  return (
    <>
      <PageHead title={TITLES[state] ?? "Rows"} back={{ to: `/imports/${id}`, name: "Import" }}>
        {file}
      </PageHead>
      {state === "new" && <ProductsTable rows={rows} />}
      {state === "notes" && <NotesTable rows={rows} />}
      {state !== "new" && state !== "notes" && <ChangesTable rows={rows} />}
      <Paging newest={isFirst ? null : here} older={next ? `${here}?after=${next}` : null}>
        In the order of the file
      </Paging>
    </>
  );
}
