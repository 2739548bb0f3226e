import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { reasonsToHide } from "~/shop/moderation";
import { ShopAnswer } from "~/shop/reviews/moderated-reviews.server";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { decide } from "./decide.server";
import { QueueList } from "./queue-list";
import { openQueue } from "./queue.server";
import { QueueOne } from "./queue-one";
import { entryNamed, queueAddress, type QueuePart, queuePart, queueParts, queuePlace } from "./queue-view";
import { countUpTo1000 } from "../count-words";
import { titled } from "../titled";

export const meta = titled("Queue");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const part = orNotFound(queuePart(params.part));
  const { searchParams } = new URL(request.url);
  const { after, productId } = queuePlace(searchParams);
  const asked = {
    part,
    entry: params.entry === undefined ? undefined : orNotFound(entryNamed(params.entry)),
    after: entryNamed(after),
    productId: productId ?? undefined,
  };
  const queue = await openQueue(servicesOf(context), memberOf(context), asked, new Date());
  if (asked.entry && !queue.open) throw data(null, { status: 404 });
  return { ...queue, opened: searchParams.get("open") };
}

const right = "queue.moderate" as const;

export const action = formActions({
  approve: {
    right,
    schema: z.object({}),
    act: (sent) => decide(sent, { action: "approve", values: { standing: "approved" } }),
  },
  wait: {
    right,
    schema: z.object({}),
    act: (sent) => decide(sent, { action: "wait", values: { standing: "waiting" } }),
  },
  hide: {
    right,
    schema: z.object({ reason: z.enum(reasonsToHide, "Choose why. Stars are no reason.") }),
    act: (sent, { reason }) => decide(sent, { action: "hide", values: { standing: `hidden:${reason}` } }),
  },
  answer: {
    right,
    schema: z.object({ answer: ShopAnswer }),
    act: (sent, { answer }) => decide(sent, { action: "answer", values: { standing: "approved", answer } }),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Queue of shoppers' texts to moderate: shows one entry at a time, the oldest first. */
export default function Queue() {
  const queue = useLoaderData<typeof loader>();
  const { part, parts, counts, lines, open, opened } = queue;
  const waiting = Object.values(counts).reduce((all, count) => all + count, 0);
  return (
    <>
      <PageHead title="Queue">
        {waiting === 0
          ? "Nothing waits for you. All that shoppers wrote was read."
          : `${countUpTo1000(waiting)} ${waiting === 1 ? "waits" : "wait"}, oldest first. Nothing stands on the shop before you have read it.`}
      </PageHead>
      <Views
        label="Kinds"
        views={parts.map((name) => ({
          to: queueAddress(name),
          name: queueParts[name].name,
          isCurrent: name === part,
          ...(name !== "decided" && name !== "samples" && { count: countUpTo1000(countOf(name, counts)) }),
        }))}
      />
      {open ? (
        <div className="queue">
          <QueueList lines={lines} />
          <QueueOne key={open.name + open.version} queue={queue} open={open} opened={opened} />
        </div>
      ) : (
        <p className="calm">{part === "decided" ? "Nothing was decided yet." : "Nothing waits for you here."}</p>
      )}
    </>
  );
}

const countOf = (part: QueuePart, counts: Record<string, number>): number =>
  queueParts[part].kinds.reduce((all, kind) => all + (counts[kind] ?? 0), 0);
