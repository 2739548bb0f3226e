import type { ReturnView } from "./open-return.server";

interface May {
  settle: boolean;
  receive: boolean;
}

interface NextStep {
  title: string;
  text: string;
  /** Page of the step and label of its link; null for members without the right. */
  act: { to: string; name: string } | null;
}

type Progress = Pick<ReturnView, "progress" | "pieces" | "number" | "hasLabel" | "isToBePaid" | "hasDifference">;

/** Next step of a return, with a link if the member may take the step; null for a finished return. */
export function nextStep({ progress, pieces, isToBePaid }: Progress, may: May): NextStep | null {
  const { state, isApproved, isAnswered } = progress;
  if (state === "received" && isToBePaid)
    return {
      title: "The difference waits for its payment",
      text: "The shopper has a link to pay it, and what is sent instead is kept. Settle it once it is paid. If it is not paid in time, the return goes on as a refund.",
      act: null,
    };
  if (state === "received")
    return {
      title: "Look at it and settle it",
      text: may.settle
        ? "Say what goes back to the shelf, what is refunded and what is sent instead. The shopper gets a letter."
        : "It is here. A manager or an owner settles it.",
      act: may.settle ? { to: "settle", name: "Settle it" } : null,
    };
  if (state !== "started") return null;
  if (!isApproved)
    return {
      title: `${pieces} asked to come back`,
      text: may.settle
        ? "Send the label or the instructions, or refuse it with words."
        : "A manager or an owner says whether it may come.",
      act: may.settle ? { to: "approve", name: "Approve it" } : null,
    };
  if (!isAnswered && may.settle)
    return {
      title: "Its label was not sent yet",
      text: "The instructions promise the shopper a prepaid label, which goes in a letter of its own. Send it, or say that there is none.",
      act: { to: "approve", name: "Send the label" },
    };
  return {
    title: `${pieces} on the way back`,
    text: "When the parcel is here, say what came and in which condition.",
    act: may.receive ? { to: "receive", name: "It is here" } : null,
  };
}

/** Further steps of a return that the member may take. */
export function otherSteps(
  view: Progress & { order: string; leftToReturn: number },
  may: May,
): { to: string; name: string; isFinal?: boolean }[] {
  const { progress, number, order } = view;
  const isOpen = progress.state === "started";
  const next = nextStep(view, may)?.act?.to;
  const maySendLabel = isOpen && may.settle && progress.isAnswered && !view.hasLabel;
  return [
    ...(maySendLabel ? [{ to: `/returns/${number}/approve`, name: "Send a label after all" }] : []),
    ...(isOpen && may.receive && next !== "receive"
      ? [{ to: `/returns/${number}/receive`, name: "It is here already" }]
      : []),
    ...(progress.state === "received" && may.receive
      ? [{ to: `/returns/${number}/receive`, name: "Correct what was counted" }]
      : []),
    ...(progress.state === "received" && may.settle && !view.hasDifference
      ? [{ to: `/returns/${number}/exchange`, name: "Exchange it at any price" }]
      : []),
    ...(view.isToBePaid && may.settle
      ? [
          { to: `/returns/${number}/link-again`, name: "Send the link again" },
          { to: `/returns/${number}/end-exchange`, name: "End the unpaid exchange", isFinal: true },
        ]
      : []),
    ...(isOpen && may.settle ? [{ to: `/returns/${number}/refuse`, name: "Refuse it", isFinal: true }] : []),
    ...(may.receive && view.leftToReturn > 0
      ? [{ to: `/returns/new?order=${order}`, name: "Start another return" }]
      : []),
  ];
}
