import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { PageTexts } from "~/shop/texts/page-texts";
import { shoppingTexts } from "~/shop/texts/shopping-texts";
import { type Answered, ReturnSteps } from "./return-steps";

const texts = { button: "Start Return", orderLabel: "Order", emailLabel: "Email" } as PageTexts<"returnStart">;
const words = shoppingTexts.returnSteps.parse(undefined);

/** The page as the server sends it. */
function page(answered: Answered | undefined): string {
  const Page = createRoutesStub([
    { path: "/", Component: () => <ReturnSteps texts={texts} words={words} answered={answered} /> },
  ]);
  return renderToString(<Page />);
}

const typed = { step: "start", order: "48217350", email: "jo@example.com", round: "0", "quantity-0": "2" };
const refused = { ok: false, values: typed, errors: {}, message: "Too many requests." } as const;

test("without script, a choice that was refused before its order was looked up can be sent again as it is", () => {
  const shown = page({ answer: refused });

  expect(shown).toContain("Too many requests.");
  for (const [name, value] of Object.entries(typed))
    expect(shown).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  expect(shown).toContain("Get a return number");
});

test("a look-up that was refused comes back with what was typed", () => {
  const { step: _, ...values } = typed;
  const shown = page({ answer: { ...refused, values } });

  expect(shown).toContain("Start Return");
  expect(shown).toContain('value="48217350"');
  expect(shown).not.toContain("Get a return number");
});
