import type { PaymentMethod } from "~/shop/payments/gateway";

/** Checkout's sections in the order in which they open. */
export const sections = ["information", "billing", "delivery", "payment"] as const;
export type Section = (typeof sections)[number];

/** Which sections are saved, which one was opened again, and how the shopper chose to pay. */
export interface Steps {
  saved: Record<Section, boolean>;
  edited: Section | null;
  method: PaymentMethod | null;
}

export type Step =
  { do: "save"; section: Section } | { do: "edit"; section: Section } | { do: "choose"; method: PaymentMethod };

export const firstSteps: Steps = {
  saved: { information: false, billing: false, delivery: false, payment: false },
  edited: null,
  method: null,
};

/**
 * The sections after a click: saving one closes it, editing one opens it again, editing the payment also forgets the chosen method. Only
 * the open section can be saved, and paying cannot be saved without a method.
 */
export function stepped(steps: Steps, step: Step): Steps {
  switch (step.do) {
    case "save":
      if (step.section !== openSection(steps)) return steps;
      if (step.section === "payment" && !steps.method) return steps;
      return { ...steps, edited: null, saved: { ...steps.saved, [step.section]: true } };
    case "edit":
      return {
        edited: step.section,
        saved: { ...steps.saved, [step.section]: false },
        method: step.section === "payment" ? null : steps.method,
      };
    case "choose":
      return openSection(steps) === "payment" ? { ...steps, method: step.method } : steps;
  }
}

/** The section whose fields can be filled: the one opened again, else the first that is not saved; none when all are. */
export const openSection = ({ saved, edited }: Steps): Section | null =>
  edited ?? sections.find((section) => !saved[section]) ?? null;

/** Whether it is known who buys and where it goes: what is left is to pay. */
export const isAddressed = ({ saved }: Steps): boolean => saved.information && saved.billing && saved.delivery;

/**
 * Whether COMPLETE PURCHASE may be pressed: who, where and how are known, and the payment provider is loaded. The payment
 * section itself need not be saved.
 */
export const mayPay = (steps: Steps, providerIsLoaded: boolean): boolean =>
  isAddressed(steps) && steps.method !== null && providerIsLoaded;
