import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { applyImport } from "~/shop/imports/apply.server";
import { UNTOLD_STOCKS } from "~/shop/imports/import";
import { dropImport, requireImporter, type Settled, settleImport } from "~/shop/imports/imports.server";
import { fetchLater } from "~/shop/imports/take-pictures.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Notice } from "../ui/notice";
import { ImportDone } from "./import-done";
import { importNumber } from "./import-number";
import { ImportPreview } from "./import-preview";
import { importPage } from "./import-screen.server";
import { mendedIn } from "./edited-cells";

export const meta = () => [{ title: "Import | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  return orNotFound(await importPage(servicesOf(context), memberOf(context), importNumber(params), new Date()));
}

/** Mends cells, takes stock along or not, puts the import into the shop, or drops it. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member, id] = [servicesOf(context), memberOf(context), importNumber(params)];
  const values = await formOf(request);
  const here = redirect(`/imports/${id}`);
  try {
    if (values.intent === "drop") {
      await dropImport(services, member, id);
      return redirect("/imports");
    }
    if (values.intent === "fetch") {
      await requireImporter(services, member);
      if (!isId(values.submission ?? "")) throw data(null, { status: 400 });
      await fetchLater(services, id, values.submission ?? "");
      return here;
    }
    const mended = mendedIn(values);
    const stock = stockIn(values);
    if (values.intent === "check" || values.intent === "stock" || mended.length > 0 || stock.isOther) {
      await settleImport(services, member, id, { mended, ...stock.settled });
      // Nothing goes in that was not shown before.
      return values.intent === "apply" ? redirect(`/imports/${id}?look=again`) : here;
    }
    const submission = values.submission ?? "";
    if (!isId(submission)) throw data(null, { status: 400 });
    const { act } = await applyImport(services, member, { id, version: Number(values.version) || 0, submission });
    return redirect(`/imports/${id}?done=${act}`);
  } catch (error) {
    if (error instanceof Refusal && error.code === "edited-meanwhile")
      return data(
        { message: "This import was changed since this page was opened. Look at it again." },
        { status: 409 },
      );
    throw error;
  }
}

/** How the form wants pieces to be taken, and whether that is another way than it showed. */
function stockIn(values: Record<string, string>): { settled: Settled; isOther: boolean } {
  const takesStock = values.hasStock ? values.takesStock === "yes" : undefined;
  const untoldStock = UNTOLD_STOCKS.find((each) => each === values.untoldStock);
  return {
    settled: { ...(takesStock !== undefined && { takesStock }), ...(untoldStock && { untoldStock }) },
    isOther:
      (takesStock !== undefined && takesStock !== (values.showsStock === "yes")) ||
      (untoldStock !== undefined && untoldStock !== values.showsUntold),
  };
}

/** An import before it is applied, with all that it would do, or after it. */
export default function ImportPage() {
  const entry = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [search] = useSearchParams();
  const message =
    answer && "message" in answer
      ? answer.message
      : search.has("look") && "You changed something here. This is what the file does now: look at it, then import.";
  const notice = message ? <Notice title={message} isAnswer /> : null;
  return entry.state === "checked" ? (
    <ImportPreview entry={entry} notice={notice} />
  ) : (
    <ImportDone entry={entry} notice={notice} />
  );
}
