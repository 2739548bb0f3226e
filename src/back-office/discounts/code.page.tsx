import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { numberIn } from "../stock/stock-view";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Paging } from "../ui/list-tools";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-words";
import { CodeForm } from "./code-form";
import { codePage, saveCode, turnCode } from "./discounts.server";
import { titled } from "../titled";

export const meta = titled("Discount");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const before = numberIn(new URL(request.url).searchParams.get("before"));
  const page = orNotFound(await codePage(services, member, params.code ?? "", before, new Date()));
  return { ...page, before, mayChange: can(member, "discounts.change") };
}

const turns = ["end", "put-away", "take-out"] as const;

export const action = formActions({
  save: {
    right: "discounts.change",
    schema: Typed,
    act: (sent, typed) => saveCode(sent, sent.params.code ?? "", typed),
  },
  turn: {
    right: "discounts.change",
    schema: z.object({ turn: z.enum(turns) }),
    async act({ services, member, params, submission }, { turn: to }) {
      const code = params.code ?? "";
      const act = orNotFound(await turnCode(services, member, { code, submission, to }));
      return { to: `/discounts/${code}`, act };
    },
  },
});

export const clientAction = sendForm;

/** Page of a discount code: its form, the orders that used it, and buttons to end or archive it. */
export default function Code() {
  const page = useLoaderData<typeof loader>();
  const { code, version, state, summary, fields, zone, submission, mayChange, isPersonal, email, isPutAway } = page;
  const here = `/discounts/${code}`;
  return (
    <>
      <PageHead
        title={code}
        back={{ to: "/discounts", name: "Discounts" }}
        acts={mayChange ? <Turns /> : <CopyButton text={code} what="the code" />}
      >
        <State sign={state.sign}>{state.name}</State> {summary}
      </PageHead>
      {mayChange && isPutAway && (
        <Notice
          title="It was put away: shoppers cannot use it."
          action={<Turn to="take-out">Take it out again</Turn>}
        />
      )}
      {isPersonal && (
        <Notice isQuiet title={email ? `It works for ${email} only.` : "It works for one e-mail address only."} />
      )}
      {mayChange && !isPutAway && (
        <CodeForm action={here} fields={fields} zone={zone} submission={submission} version={version}>
          <Link className="link" to={here}>
            Discard
          </Link>
        </CodeForm>
      )}
      <Uses />
    </>
  );
}

/** Buttons of a code, shown in every state at the same place, so that a double click cannot press another button. */
function Turns() {
  const { code, state, isPutAway } = useLoaderData<typeof loader>();
  return (
    <>
      <CopyButton text={code} what="the code" />
      <Turn to="end" isOff={state.name !== "Works" && state.name !== "Used up"}>
        End it now
      </Turn>
      <Turn to="put-away" isOff={isPutAway}>
        Put away
      </Turn>
    </>
  );
}

function Turn({ to, isOff = false, children }: { to: (typeof turns)[number]; isOff?: boolean; children: string }) {
  const { code, submission } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm name={`turn:${to}`} action={`/discounts/${code}`} submission={submission}>
      <input type="hidden" name="turn" value={to} />
      <Button type={isOff ? "button" : "submit"} aria-disabled={isOff || undefined}>
        {children}
      </Button>
    </WorkshopForm>
  );
}

type Use = Awaited<ReturnType<typeof loader>>["uses"][number];

const columns: Column<Use>[] = [
  {
    label: "Order",
    place: "lead",
    cell: ({ orderNumber }) => (
      <Link className="link" to={`/orders/${orderNumber}`}>
        {shownNumber(orderNumber)}
      </Link>
    ),
  },
  { label: "Who", place: "under", cell: ({ email }) => email },
  { label: "When", place: "end", cell: ({ at }) => at },
];

function Uses() {
  const { code, uses, used, older, before } = useLoaderData<typeof loader>();
  return (
    <Section title="Used" note={counted(used, "time")}>
      {uses.length > 0 ? (
        <Table label="Uses" columns={columns} rows={uses} keyOf={({ id }) => id} />
      ) : (
        <p className="dust">Nobody has used it yet.</p>
      )}
      <Paging
        newest={before === null ? null : `/discounts/${code}`}
        older={older === null ? null : `/discounts/${code}?before=${older}`}
      >
        The latest first. A use is given back when its order is not paid.
      </Paging>
    </Section>
  );
}
