import { randomBytes, randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { save } from "~/shop/audit/save.server";
import { blogCategoryRecord, memberCategories } from "~/shop/blog/category-record.server";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { type FormOutcome, formActions, type SentForm } from "../../forms/form-action.server";
import { FormMessage } from "../../forms/form-message";
import { sendForm, showNewest } from "../../forms/send-form";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { titled } from "../../titled";
import { RenameForm } from "../rename-form";

export const meta = titled("Categories of articles");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  return {
    categories: await memberCategories(servicesOf(context), member),
    next: randomBytes(12).toString("hex"),
    mayChange: can(member, "content.change"),
    submission: randomUUID(),
  };
}

const schema = z.object({ id: z.string().min(1).max(64), name: z.string() });

async function saveCategory(
  { services, member, submission, version }: SentForm,
  { id, name }: z.output<typeof schema>,
): Promise<FormOutcome> {
  const edits = [{ kind: blogCategoryRecord, id, version, values: { name } }];
  const saved = await save(services, member, { submission, edits });
  if (!saved.saved) return { late: "Somebody renamed this category meanwhile. Look again, then decide." };
  return { to: "/words/articles/categories", act: saved.changed > 0 ? saved.act : null };
}

const right = "content.change";
export const action = formActions({
  rename: { right, schema, act: saveCategory },
  add: { right, schema, act: saveCategory },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of the categories of articles, which are the tabs of the blog. */
export default function Categories() {
  const { categories, next, submission, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Categories" back={{ to: "/words/articles", name: "Articles" }}>
        The tabs of the blog, in its order. A new name is on the shop at once.
      </PageHead>
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <FormMessage of={categories.map(({ id }) => `rename:${id}`)} />
      {categories.map((category) => (
        <RenameForm
          key={category.id}
          of={category}
          note={counted(category.articles, "article")}
          submission={submission}
          mayChange={mayChange}
        />
      ))}
      {mayChange && (
        <Section title="Another category">
          <WorkshopForm name="add" submission={submission} version={0} stored={{ name: "" }} labels={{ name: "Name" }}>
            {({ field, isSending }) => (
              <div className="tab-name">
                <input type="hidden" name="id" value={next} />
                <Field {...field("name")} label="Name" autoComplete="off" />
                <Button look="main" fit busy={isSending}>
                  Add
                </Button>
              </div>
            )}
          </WorkshopForm>
        </Section>
      )}
    </>
  );
}
