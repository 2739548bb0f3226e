import { expect, test } from "vitest";
import { firstSteps, mayPay, openSection, stepped, type Section, type Step, type Steps } from "./steps";

const after = (...steps: Step[]): Steps => steps.reduce(stepped, firstSteps);
const save = (section: Section): Step => ({ do: "save", section });
const edit = (section: Section): Step => ({ do: "edit", section });
const toPayment = [save("information"), save("billing"), save("delivery")];
const card: Step = { do: "choose", method: "Credit Card" };

test("saving a section opens the next one (R-4-36, R-2.9-02)", () => {
  expect(openSection(firstSteps)).toBe("information");
  expect(openSection(after(save("information")))).toBe("billing");
  expect(openSection(after(save("information"), save("billing")))).toBe("delivery");
  expect(openSection(after(...toPayment))).toBe("payment");
  expect(openSection(after(...toPayment, card, save("payment")))).toBeNull();
});

test("a later section cannot be saved before the earlier ones (R-2.9-02)", () => {
  expect(after(save("billing"))).toEqual(firstSteps);
  expect(after(save("information"), save("payment"))).toEqual(after(save("information")));
});

test("a saved section can be edited again, and the others stay saved (R-4-37)", () => {
  const edited = after(...toPayment, edit("information"));

  expect(openSection(edited)).toBe("information");
  expect(openSection(stepped(edited, save("information")))).toBe("payment");
});

test("if the second section is edited before the first is saved again, it opens at once, and the first after it", () => {
  const edited = after(...toPayment, edit("information"), edit("billing"));

  expect(openSection(edited)).toBe("billing");
  expect(openSection(stepped(edited, save("billing")))).toBe("information");
});

test("editing the payment section removes its method and its saved state (R-4-38)", () => {
  const edited = after(...toPayment, card, save("payment"), edit("payment"));

  expect(edited.method).toBeNull();
  expect(edited.saved.payment).toBe(false);
  expect(openSection(edited)).toBe("payment");
});

test("editing another section keeps the payment method", () => {
  expect(after(...toPayment, card, edit("billing")).method).toBe("Credit Card");
});

test("the payment section cannot be saved without a method, and a method cannot be chosen before the section is open", () => {
  expect(after(...toPayment, save("payment"))).toEqual(after(...toPayment));
  expect(after(card).method).toBeNull();
});

test("COMPLETE PURCHASE is enabled after three saved sections, a chosen method and the loaded provider (R-4-39)", () => {
  expect(mayPay(after(...toPayment, card), true)).toBe(true);
  expect(mayPay(after(...toPayment, card, save("payment")), true)).toBe(true);

  expect(mayPay(after(...toPayment), true)).toBe(false);
  expect(mayPay(after(...toPayment, card), false)).toBe(false);
  expect(mayPay(after(...toPayment, card, edit("delivery")), true)).toBe(false);
});
