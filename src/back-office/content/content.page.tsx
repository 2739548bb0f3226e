import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { useKept } from "../use-pending-form";
import { Button } from "../ui/button";
import { Tick } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";

export const meta = () => [{ title: "Export and import | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  await requireRight(servicesOf(context), member, "export", "goods.cost.read");
  return { mayImport: can(member, "goods.import") && can(member, "settings.change") };
}

/** The whole content of the shop as one file, out and in. */
export default function ContentPage() {
  const { mayImport } = useLoaderData<typeof loader>();
  // What came of an import is kept for this page as a form would be.
  const { outcome } = useKept();
  return (
    <>
      <PageHead title="Export and import">
        The whole content of the shop as one file, to make the same shop elsewhere.
      </PageHead>
      {outcome && (
        <Notice title="The import">
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
        <Section title="Import" note="All of the file or nothing">
          <form method="post" action="/back-office/content/import" encType="multipart/form-data" className="stack">
            <p>
              Takes a file that Export wrote. What the shop has and the file has not stays. Where both differ, nothing
              is done unless you say so; the answer names it first.
            </p>
            <Tick name="overwrite" value="yes">
              Write over what is here with other values
            </Tick>
            <input type="file" name="file" accept=".json,application/json" aria-label="File to import" required />
            <div>
              <Button>Import this file</Button>
            </div>
          </form>
        </Section>
      )}
    </>
  );
}
