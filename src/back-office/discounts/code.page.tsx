import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { numberIn } from "../stock/stock-view";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Paging } from "../ui/list-tools";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-texts";
import { CodeConflict } from "./code-conflict";
import { CodeForm } from "./code-form";
import { codePage, saveCode, turnCode } from "./discounts.server";
import { refusedInput } from "./refused-input";

export const meta = () => [{ title: "Discount | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const before = numberIn(new URL(request.url).searchParams.get("before"));
  const page = orNotFound(await codePage(services, member, codeNamed(params), before, new Date()));
  return { ...page, before, mayChange: can(member, "discounts.change") };
}

const codeNamed = ({ code = "" }: LoaderFunctionArgs["params"]): string => code.replaceAll("\0", "");

const TURNS = { end: "end", "put-away": "put-away", "take-out": "take-out" } as const;

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "discounts.change");
  const code = codeNamed(params);
  const typed = await formOf(request);
  const { submission = "" } = typed;
  if (!isId(submission)) throw data(null, { status: 400 });
  const to = Object.values(TURNS).find((turn) => turn === typed.turn);
  if (to) {
    const act = orNotFound(await turnCode(services, member, { code, submission, to }));
    return redirect(`/discounts/${code}?done=${act}`);
  }
  if (!/^\d{1,9}$/.test(typed.version ?? "")) throw data(null, { status: 400 });
  const result = await refusedInput(typed, () => saveCode(services, member, code, typed));
  if (result.kind === "saved") return redirect(`/discounts/${code}?done=${result.act}`);
  const errors = result.kind === "wrong" ? result.errors : {};
  return data(
    { typed, errors, stale: result.kind === "stale" ? result : null },
    { status: result.kind === "stale" ? 409 : 422 },
  );
}

/** One code: what it takes off and when, who used it, and its end. */
export default function Code() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { code, version, state, summary, fields, zone, submission, mayChange, isPersonal, email, isPutAway } = page;
  if (answer?.stale)
    return <CodeConflict code={code} submission={submission} typed={answer.typed} stale={answer.stale} />;
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
      {isPersonal && <Notice title={email ? `It works for ${email} only.` : "It works for one e-mail address only."} />}
      {mayChange && !isPutAway && (
        <CodeForm action={here} fields={fields} zone={zone} submission={submission} version={version} answer={answer}>
          <Link className="link" to={here}>
            Discard
          </Link>
        </CodeForm>
      )}
      <Uses />
    </>
  );
}

/** Each act in its place, however the code stands: a second click never meets another one. */
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

function Turn({ to, isOff = false, children }: { to: keyof typeof TURNS; isOff?: boolean; children: string }) {
  const { code, submission } = useLoaderData<typeof loader>();
  return (
    <Form method="post" action={`/discounts/${code}`}>
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="turn" value={to} />
      <Button type={isOff ? "button" : "submit"} aria-disabled={isOff || undefined}>
        {children}
      </Button>
    </Form>
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
