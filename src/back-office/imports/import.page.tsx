import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { byName } from "~/platform/by-name";
import { orNotFound } from "~/shop/form";
import { importDrafts } from "~/shop/imports/import-drafts.server";
import { MOST_GOODS } from "~/shop/catalog/bulk/goods-wish";
import { requireImporter } from "~/shop/imports/imports.server";
import { fetchLater } from "~/shop/imports/take-pictures.server";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { Notice } from "../ui/notice";
import { ImportDone } from "./import-done";
import { importNumber } from "./import-number";
import { chosen } from "../goods/change-many/choose-goods.server";
import { ImportPreview } from "./import-preview";
import { importPage } from "./import-screen.server";
import { actOnPreview } from "./preview-acts.server";
import { titled } from "../titled";

export const meta = titled("Import");

export async function loader({ context, params }: LoaderFunctionArgs) {
  return orNotFound(await importPage(servicesOf(context), memberOf(context), importNumber(params), new Date()));
}

export const action = formActions({
  preview: {
    right: "goods.import",
    schema: Typed,
    act: ({ services, member, params, version, submission, typed }) =>
      actOnPreview(services, member, { id: importNumber(params), version, submission, typed }),
  },
  drafts: {
    right: "goods.change",
    schema: Typed,
    async act({ services, member, params }) {
      const id = importNumber(params);
      const products = (await importDrafts(services.db, id)).slice(0, MOST_GOODS);
      if (products.length === 0) return { message: "None of them is a draft any more." };
      return chosen(
        services,
        member,
        { products, words: "the drafts of this import", cameFrom: `/imports/${id}` },
        "publish",
      );
    },
  },
  fetch: {
    right: "goods.import",
    schema: Typed,
    async act({ services, member, params, submission }) {
      await requireImporter(services, member);
      const importId = importNumber(params);
      await fetchLater(services, { importId, memberId: member.id }, submission);
      return { to: `/imports/${importId}` };
    },
  },
});
export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

const LOOKS = byName<string>({
  again: "You changed something here. This is what the file does now: look at it, then import.",
  settled: "Nothing went in by your form: this import was put into the shop or taken back since you opened it.",
});

/** Page of an import: before it is applied a preview of its effects, afterwards the result. */
export default function ImportPage() {
  const entry = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const message = LOOKS[search.get("look") ?? ""];
  const notice = message ? <Notice title={message} isAnswer /> : null;
  return entry.state === "checked" ? (
    <ImportPreview entry={entry} notice={notice} />
  ) : (
    <ImportDone entry={entry} notice={notice} />
  );
}
