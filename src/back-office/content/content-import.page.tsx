import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { applyWithin } from "~/content/apply-content.server";
import { requireContentImporter } from "~/content/content-imports.server";
import { UnusableFile } from "~/content/read-content.server";
import { dropImport } from "~/content/stage-content.server";
import { settingsInForce } from "~/shop/audit/settings-record.server";
import { orNotFound } from "~/shop/form";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { importNumber } from "../imports/import-number";
import { ContentDone } from "./content-done";
import { ContentPreview } from "./content-preview";
import { contentImportPage } from "./content-screen.server";
import { titled } from "../titled";

export const meta = titled("Import of content");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await contentImportPage(servicesOf(context), memberOf(context), importNumber(params), new Date());
  return orNotFound(page);
}

export const action = formActions({
  apply: {
    right: "goods.import",
    schema: z.object({}),
    async act({ services, member, params, submission, version }) {
      await requireContentImporter(services, member);
      const id = importNumber(params);
      try {
        const entry = await applyWithin(ANSWERED_MS, services, { id, version, importer: member, submission });
        if (!entry) return { message: LONG, status: 202 };
        await settingsInForce(services);
        return { to: `/content/${id}`, act: entry.act };
      } catch (error) {
        if (error instanceof UnusableFile) return { message: error.message };
        if (error instanceof Refusal && error.code === "edited-meanwhile") return { late: LATE };
        throw error;
      }
    },
  },
  drop: {
    right: "goods.import",
    schema: z.object({}),
    async act({ services, member, params }) {
      await requireContentImporter(services, member);
      await dropImport(services.db, importNumber(params));
      return { to: "/content" };
    },
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Milliseconds after which the page answers while an import still runs, because proxies cut idle connections. */
const ANSWERED_MS = 15_000;

const LONG =
  "This is a large file: it is going in now, and nobody has to wait for it. Open this page again in a few minutes; it says when all of it is in.";
const LATE =
  "The shop was changed since this page was opened, so nothing was imported. This is what the file would do now: look at it, then import.";

/** Page of a content file: before the import a preview of its effects, afterwards the result. */
export default function ContentImportPage() {
  const entry = useLoaderData<typeof loader>();
  return entry.state === "staged" ? <ContentPreview entry={entry} /> : <ContentDone entry={entry} />;
}
