import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { UNDO_DAYS } from "~/shop/undo-days";
import { memberOf, servicesOf } from "../context";
import { usePendingForm } from "../use-pending-form";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { contentImportList } from "./content-screen.server";
import { titled } from "../titled";

export const meta = titled("Export and import");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  await requireRight(servicesOf(context), member, "export", "goods.cost.read");
  const mayImport = (["goods.import", "settings.change", "content.change"] as const).every((right) =>
    can(member, right),
  );
  return { mayImport, imports: mayImport ? await contentImportList(servicesOf(context), new Date()) : [] };
}

/** Page that exports the shop's content as one file and imports such a file. */
export default function ContentPage() {
  const { mayImport, imports } = useLoaderData<typeof loader>();
  // take-content.ts stores the messages about a refused file as a pending form, which this page shows.
  const { outcome } = usePendingForm();
  return (
    <>
      <PageHead title="Export and import">
        The whole content of the shop as one file, to make the same shop elsewhere.
      </PageHead>
      {outcome && (
        <Notice title="Nothing was imported" isAnswer>
          {outcome.split("\n").map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      <Section title="Export" note="It is noted who took it">
        <form method="post" action="/back-office/content/export" className="stack">
          <p>
            Goods with prices, cost and stock, settings, texts, menus, articles, approved reviews, and all pictures. No
            orders, no shoppers, no members, no keys.
          </p>
          <div>
            <Button look="main" fit>
              Export everything
            </Button>
          </div>
        </form>
      </Section>
      {mayImport && (
        <Section title="Import" note="You see what would change before anything does">
          {/* A form without script: the browser streams the file and shows the progress of the upload. */}
          <form method="post" action="/back-office/content/import" encType="multipart/form-data" className="stack">
            <p>
              Takes a file that Export wrote. What the shop has and the file has not stays. It goes in whole or not at
              all, and can be taken back for {UNDO_DAYS} days.
            </p>
            <div className="field content-file">
              <label className="label" htmlFor="file">
                File <span className="label__note">JSON, up to 4 GB</span>
              </label>
              <input className="input" id="file" name="file" type="file" accept=".json,application/json" required />
            </div>
            <div>
              <Button>Read the file</Button>
            </div>
          </form>
        </Section>
      )}
      {imports.length > 0 && (
        <Section title="Imports so far">
          <Table label="Imports" rows={imports} keyOf={({ id }) => id} live columns={IMPORTS} />
        </Section>
      )}
    </>
  );
}

const IMPORTS: Column<Awaited<ReturnType<typeof contentImportList>>[number]>[] = [
  { label: "File", place: "lead", cell: ({ id, file }) => <RowLink to={`/content/${id}`}>{file}</RowLink> },
  { label: "When", place: "under", cell: ({ when }) => when },
  {
    label: "State",
    place: "last",
    cell: ({ id, state, takenBackAt }) => {
      if (state === "staged") return <State sign="waits">Nothing has changed yet</State>;
      if (state === "back") return <State sign="over">Taken back {takenBackAt}</State>;
      return (
        <Link className="link" to={`/content/${id}`}>
          Take back
        </Link>
      );
    },
  },
];
