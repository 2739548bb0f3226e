import type { PaymentMethod } from "~/shop/payments/gateway";

/** Checkout's sections in the order in which they open. */
export const sections = ["information", "billing", "delivery", "payment"] as const;
export type Section = (typeof sections)[number];

/** Saved sections, the section that was reopened for editing, and the payment method. */
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
 * State after a step: saving closes a section, editing reopens it, and editing the payment section also removes its method. Only
 * the open section can be saved, and payment only with a method, which can be chosen only while the payment section is open.
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

/** The open section: the reopened one, else the first that is not saved; null if all are saved. */
export const openSection = ({ saved, edited }: Steps): Section | null =>
  edited ?? sections.find((section) => !saved[section]) ?? null;

/** Whether the sections for information, billing and delivery are saved, so that only the payment section is left. */
export const isAddressed = ({ saved }: Steps): boolean => saved.information && saved.billing && saved.delivery;

/**
 * Whether COMPLETE PURCHASE is enabled: the other sections are saved and, unless nothing is due, a method is chosen and the provider is
 * loaded. The payment section itself need not be saved.
 */
export const mayPay = (steps: Steps, providerIsLoaded: boolean, isDue = true): boolean =>
  isAddressed(steps) && (!isDue || (steps.method !== null && providerIsLoaded));
