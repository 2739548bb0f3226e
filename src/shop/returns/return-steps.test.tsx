import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { PageTexts } from "~/shop/texts/page-texts";
import { type Answered, ReturnSteps } from "./return-steps";

const texts = { button: "Start Return", orderLabel: "Order", emailLabel: "Email" } as PageTexts<"returnStart">;

/** HTML of the page as rendered by the server. */
function page(answered: Answered | undefined): string {
  const Page = createRoutesStub([{ path: "/", Component: () => <ReturnSteps texts={texts} answered={answered} /> }]);
  return renderToString(<Page />);
}

const typed = { step: "start", order: "48217350", email: "jo@example.com", round: "0", "quantity-0": "2" };
const refused = { ok: false, values: typed, errors: {}, message: "Too many requests." } as const;

test("without script, a choice that was refused before its order was found can be submitted again unchanged", () => {
  const shown = page({ answer: refused });

  expect(shown).toContain("Too many requests.");
  for (const [name, value] of Object.entries(typed))
    expect(shown).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  expect(shown).toContain("Get a return number");
});

test("a refused search for an order keeps the typed values", () => {
  const { step: _, ...values } = typed;
  const shown = page({ answer: { ...refused, values } });

  expect(shown).toContain("Start Return");
  expect(shown).toContain('value="48217350"');
  expect(shown).not.toContain("Get a return number");
});
