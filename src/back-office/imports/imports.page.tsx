import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { isUnreadable, unreadableWords } from "~/shop/imports/unreadable";
import { UNDO_DAYS } from "~/shop/undo-days";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { Paging } from "../ui/list-tools";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { ImportsTable } from "./imports-table";
import { importList } from "./import-screen.server";
import { numberIn } from "../stock/stock-view";
import { UPLOAD_ADDRESS } from "./upload-address";
import { titled } from "../titled";

export const meta = titled("Import");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const before = numberIn(searchParams.get("before")) ?? undefined;
  const [why = "", row = ""] = (searchParams.get("refused") ?? "").split("~");
  return {
    ...(await importList(servicesOf(context), memberOf(context), before, new Date())),
    isFirst: before === undefined,
    refused: isUnreadable(why) ? unreadableWords(why, Number(row) || 0) : null,
  };
}

/** Page to upload a file, with the list of all imports. */
export default function Imports() {
  const { imports, older, isFirst, refused } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Import"
        back={{ to: "/goods", name: "Goods" }}
        acts={
          <ButtonLink to="/imports/export" reloadDocument>
            Save all goods as a file
          </ButtonLink>
        }
      >
        Products from a CSV file: Shopify&rsquo;s, WooCommerce&rsquo;s or Squarespace&rsquo;s export, or this
        shop&rsquo;s own. You see what would change before anything does.
      </PageHead>
      {refused && <Notice title={refused} isAnswer />}
      {/* A form without script: the browser streams the file and shows the progress of the upload. */}
      <form className="stack import-file" method="post" action={UPLOAD_ADDRESS} encType="multipart/form-data">
        <div className="field">
          <label className="label" htmlFor="file">
            File <span className="label__note">CSV, up to 200 MB and 50,000 rows</span>
          </label>
          <input className="input" id="file" name="file" type="file" accept=".csv,.txt,text/csv" required />
        </div>
        <div>
          <Button look="main">Read the file</Button>
        </div>
      </form>
      <Section title="Imports so far">
        {imports.length > 0 ? (
          <ImportsTable imports={imports} />
        ) : (
          <NothingYet title="No file was read in yet">
            What you import stands here, and can be taken back for {UNDO_DAYS} days.
          </NothingYet>
        )}
        {(imports.length > 0 || !isFirst) && (
          <Paging newest={isFirst ? null : "/imports"} older={older ? `/imports?before=${older}` : null}>
            The newest first
          </Paging>
        )}
      </Section>
    </>
  );
}
