import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { memberOf, servicesOf } from "../context";
import { NOT_SENT, sendOrKeep } from "../send-form";
import { Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { decide, type Decision } from "./decide.server";
import { QueueList } from "./queue-list";
import { openQueue } from "./queue.server";
import { QueueOne } from "./queue-one";
import { entryName, entryNamed, type QueuePart, queuePart, queueParts } from "./queue-view";

export const meta = () => [{ title: "Queue | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const part = orNotFound(queuePart(params.part));
  const { searchParams } = new URL(request.url);
  const product = searchParams.get("product") ?? "";
  const asked = {
    part,
    entry: params.entry === undefined ? undefined : orNotFound(entryNamed(params.entry)),
    after: entryNamed(searchParams.get("after")),
    productId: PRODUCT_ID.test(product) ? product : undefined,
  };
  const queue = await openQueue(servicesOf(context), memberOf(context), asked, new Date());
  if (asked.entry && !queue.open) throw data(null, { status: 404 });
  return { ...queue, opened: searchParams.get("open") };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const part = orNotFound(queuePart(params.part));
  const entry = orNotFound(entryNamed(params.entry));
  const decision = await decide(servicesOf(context), memberOf(context), entry, await formOf(request), new Date());
  if (decision.kind === "done") return redirect(afterVerdict(part, entryName(entry), decision.act));
  return data(decision, { status: decision.kind === "late" ? 409 : 422 });
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  sendOrKeep(args, ({ answer = "" }) => data({ kind: "late" as const, message: NOT_SENT, answer }, { status: 503 }));

/** After each verdict the next one opens; what was decided before stays open where it is. */
const afterVerdict = (part: QueuePart, name: string, act: string): string =>
  part === "decided" ? `/queue/decided/${name}?done=${act}` : `/queue/${part}?after=${name}&done=${act}`;

/** What shoppers wrote and nobody has read: one thing at a time, the oldest first. */
export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const decision = useActionData() as Exclude<Decision, { kind: "done" }> | undefined;
  const { part, parts, counts, lines, open, opened } = queue;
  const waiting = Object.values(counts).reduce((all, count) => all + count, 0);
  return (
    <>
      <PageHead title="Queue">
        {waiting === 0
          ? "Nothing waits for you. All that shoppers wrote was read."
          : `${shown(waiting)} ${waiting === 1 ? "waits" : "wait"}, oldest first. Nothing stands on the shop before you have read it.`}
      </PageHead>
      <Views
        label="Kinds"
        views={parts.map((name) => ({
          to: `/queue/${name}`,
          name: queueParts[name].name,
          isCurrent: name === part,
          ...(name !== "decided" && name !== "samples" && { count: shown(countOf(name, counts)) }),
        }))}
      />
      {open ? (
        <div className="queue">
          <QueueList lines={lines} />
          <QueueOne key={open.name + open.version} queue={queue} open={open} opened={opened} decision={decision} />
        </div>
      ) : (
        <p className="calm">{part === "decided" ? "Nothing was decided yet." : "Nothing waits for you here."}</p>
      )}
    </>
  );
}

const shown = (count: number): string => (count > 999 ? "1,000+" : String(count));

const countOf = (part: QueuePart, counts: Record<string, number>): number =>
  queueParts[part].kinds.reduce((all, kind) => all + (counts[kind] ?? 0), 0);
