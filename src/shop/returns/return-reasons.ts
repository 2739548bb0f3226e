/** Reasons of a return. Those that are the shop's fault are accepted for all goods, within `damageReportDays`. */
export const reasons = {
  "too-small": { label: "Too small", isOurFault: false },
  "too-large": { label: "Too large", isOurFault: false },
  "not-as-expected": { label: "Not what I expected", isOurFault: false },
  "changed-mind": { label: "Changed my mind", isOurFault: false },
  exchange: { label: "Exchange for something else", isOurFault: false },
  damaged: { label: "Arrived damaged", isOurFault: true },
  faulty: { label: "Faulty", isOurFault: true },
  wrong: { label: "Wrong item sent", isOurFault: true },
} as const;

export type Reason = keyof typeof reasons;

export const REASONS = Object.keys(reasons) as [Reason, ...Reason[]];

/** Whether forms offer a reason. Older forms asked for an exchange as a reason; stored returns keep that one. */
export const isOffered = (reason: Reason): boolean => reason !== "exchange";

/** Text about why a line comes back, and what is wanted instead of it. */
export function whyWords({ reason, exchangeFor }: { reason: Reason; exchangeFor: string }): string {
  if (exchangeFor === "") return reasons[reason].label;
  const wish = `xchange for ${exchangeFor}`;
  return reason === "exchange" ? `E${wish}` : `${reasons[reason].label}, e${wish}`;
}

/** Whether returned pieces may be sold again, judged by the reason of the return: false for damaged or faulty pieces. */
export const isSellable = ({ reason }: { reason: Reason }): boolean => reason !== "damaged" && reason !== "faulty";
