import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { textOf } from "~/testing/html";
import { ErrorSummary, labelIn } from "./notice";

test("an error is told with the label of its field, and never with the field's name in the program", () => {
  const told = (labels: Parameters<typeof labelIn>[0], field: string) =>
    textOf(
      renderToString(<ErrorSummary errors={[{ id: field, label: labelIn(labels, field), error: "Please choose." }]} />),
    );
  expect(told({ shipTo: "Goes to" }, "shipTo")).toContain("Goes to: Please choose.");
  for (const labels of [{}, (field: string) => field]) expect(told(labels, "shipTo")).not.toContain("shipTo");
  expect(told({}, "shipTo")).toContain("Please choose.");
  expect(labelIn({}, "constructor")).toBeUndefined();
});
