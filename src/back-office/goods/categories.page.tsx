import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { type Edit, save } from "~/shop/audit/save.server";
import {
  addCategory,
  type CategoryLine,
  categoryLines,
  categoryRecord,
} from "~/shop/catalog/editing/category-record.server";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { formActions, type FormOutcome, type SentForm } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Field, SelectField, Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { counted } from "../count-words";

import { goodsAddress } from "./goods-view";
import { titled } from "../titled";

export const meta = titled("Categories");

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const all = await categoryLines(services, member);
  const lines = all.filter(({ isPutAway }) => !isPutAway);
  return {
    away: all.filter(({ isPutAway }) => isPutAway),
    tops: lines.filter(({ parentId }) => parentId === null),
    lines,
    mayChange: can(member, "goods.change"),
    submission: randomUUID(),
  };
}

const right = "goods.change" as const;
const text = z.string().default("");
const One = z.object({ id: text });

export const action = formActions({
  add: {
    right,
    schema: z.object({ name: text, parentId: text }),
    act: async ({ services, member, submission }, fields) =>
      outcomeOf(await addCategory(services, member, submission, fields)),
  },
  rename: {
    right,
    schema: One.extend({ name: text }),
    act: (sent, { id, name }) =>
      changed(sent, (lines) =>
        lines.some((line) => line.id === id)
          ? [{ kind: categoryRecord, id, version: sent.version, values: { name } }]
          : [],
      ),
  },
  returns: {
    right,
    schema: One.extend({ onlyFaulty: text }),
    act: (sent, { id, onlyFaulty }) =>
      changed(sent, (lines) =>
        lines.some((line) => line.id === id && line.parentId === null)
          ? [{ kind: categoryRecord, id, version: sent.version, values: { onlyFaultyReturns: onlyFaulty === "yes" } }]
          : [],
      ),
  },
  earlier: { right, schema: One, act: (sent, { id }) => changed(sent, (lines) => swapped(lines, id)) },
  back: { right, schema: One, act: (sent, { id }) => changed(sent, (lines) => takenOut(lines, id)) },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Saves edits of the categories, computed from their current state. */
async function changed(
  { services, member, submission }: SentForm,
  editsOf: (lines: CategoryLine[]) => Edit[],
): Promise<FormOutcome> {
  const edits = editsOf(await categoryLines(services, member));
  return edits.length === 0 ? { to: HERE } : outcomeOf(await save(services, member, { submission, edits }));
}

const HERE = "/goods/categories";

const outcomeOf = (result: Awaited<ReturnType<typeof save>>): FormOutcome =>
  result.saved
    ? { to: HERE, act: result.act }
    : { late: "Somebody changed this category after you opened the page. Look again, then decide." };

/** Swaps a category with the previous category under the same parent. */
function swapped(lines: CategoryLine[], id: string): Edit[] {
  const living = lines.filter(({ isPutAway }) => !isPutAway);
  const line = living.find((each) => each.id === id);
  const beside = living.filter(({ parentId }) => parentId === line?.parentId);
  const before = line && beside[beside.indexOf(line) - 1];
  if (!before) return [];
  const moved = ({ id: record, version }: CategoryLine, position: number) => ({
    kind: categoryRecord,
    id: record,
    version,
    values: { position },
  });
  return [moved(line, before.position), moved(before, line.position)];
}

/** Restores an archived category. */
const takenOut = (lines: CategoryLine[], back: string): Edit[] =>
  lines
    .filter(({ id, isPutAway }) => id === back && isPutAway)
    .map(({ id, version }) => ({ kind: categoryRecord, id, version, values: { putAwayAt: null } }));

/** Page of the tree of categories: their names and order, and a form for a new category. */
export default function CategoriesPage() {
  const { tops, lines, away, mayChange, submission } = useLoaderData<typeof loader>();
  const under = (id: string) => lines.filter(({ parentId }) => parentId === id);
  const inAll = (top: CategoryLine) => under(top.id).reduce((sum, { products }) => sum + products, top.products);
  return (
    <>
      <PageHead title="Categories" back={{ to: "/goods", name: "Goods" }}>
        The names at the top stand in the shop&apos;s menus and stay; those below them are yours to name, to order and
        to put away.
      </PageHead>
      <FormMessage of={["earlier", "back"]} />
      {tops.map((top) => (
        <Section key={top.id} title={top.name} note={counted(inAll(top), "product")}>
          <ul className="goes-with">
            {mayChange && (
              <li>
                <ReturnsOf top={top} />
              </li>
            )}
            {under(top.id).map((line, index) => (
              <li key={line.id}>
                {mayChange ? (
                  <Line line={line} isFirst={index === 0} />
                ) : (
                  <p className="goes-with__line">{line.name}</p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {away.length > 0 && (
        <Section title="Put away" note="Stand in no list of the shop">
          <ul className="goes-with">
            {away.map(({ id, name }) => (
              <li key={id} className="goes-with__line">
                {name}
                {mayChange && (
                  <WorkshopForm name={`back:${id}`} submission={submission} isBare>
                    <Button name="id" value={id} aria-label={`Take ${name} out again`}>
                      Take it out again
                    </Button>
                  </WorkshopForm>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {mayChange && <AddOne />}
    </>
  );
}

/** Form that sets whether goods of a top-level category can be returned only when faulty. */
function ReturnsOf({ top: { id, name, version, onlyFaultyReturns } }: { top: CategoryLine }) {
  const { submission } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      name={`returns:${id}`}
      submission={submission}
      version={version}
      stored={{ onlyFaulty: onlyFaultyReturns ? "yes" : "" }}
      labels={{ onlyFaulty: "Returns" }}
      className="goes-with__line"
    >
      {({ tick, isSending }) => (
        <>
          <input type="hidden" name="id" value={id} />
          <Tick {...tick("onlyFaulty", "yes")}>
            Its goods come back only when they arrived damaged, faulty or wrong; the return policy has to say so
          </Tick>
          <Button busy={isSending} aria-label={`Save the returns of ${name}`}>
            Save
          </Button>
        </>
      )}
    </WorkshopForm>
  );
}

/** Row of a category with its name field. The button to move it is a separate form, so that Enter in the field saves the name. */
function Line({ line: { id, name, version, products }, isFirst }: { line: CategoryLine; isFirst: boolean }) {
  const { submission } = useLoaderData<typeof loader>();
  return (
    <>
      <WorkshopForm
        name={`rename:${id}`}
        submission={submission}
        version={version}
        stored={{ name }}
        labels={{ name: "Name" }}
      >
        {({ field, isSending }) => (
          <div className="goes-with__line">
            <input type="hidden" name="id" value={id} />
            <div className="goes-with__name">
              <Field {...field("name")} label={<span className="vh">Name of {name}</span>} />
            </div>
            <span className="goes-with__acts">
              <ButtonLink look="bare" to={goodsAddress({ categories: [id] })}>
                {counted(products, "product")}
              </ButtonLink>
              {!isFirst && (
                <Button look="bare" form={`earlier-${id}`} name="id" value={id} aria-label={`${name} earlier`}>
                  Earlier
                </Button>
              )}
              <ButtonLink look="bare" to={`${HERE}/${id}/put-away`} aria-label={`Put away ${name}`}>
                Put away
              </ButtonLink>
              <Button busy={isSending} aria-label={`Save the name of ${name}`}>
                Save
              </Button>
            </span>
          </div>
        )}
      </WorkshopForm>
      {!isFirst && (
        <WorkshopForm id={`earlier-${id}`} name={`earlier:${id}`} submission={submission} isBare>
          {null}
        </WorkshopForm>
      )}
    </>
  );
}

function AddOne() {
  const { tops, submission } = useLoaderData<typeof loader>();
  return (
    <Section title="Add one">
      <WorkshopForm
        name="add"
        submission={submission}
        className="stack middle-form"
        labels={{ name: "Name", parentId: "Under" }}
      >
        {({ field, isSending }) => (
          <>
            <div className="fields">
              <SelectField {...field("parentId")} label="Under">
                {tops.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <Field {...field("name")} label="Name" />
            </div>
            <p>
              <Button busy={isSending}>Add it</Button>
            </p>
          </>
        )}
      </WorkshopForm>
    </Section>
  );
}
