import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { renderLetter } from "~/platform/render-letter.server";
import { defaultSettings } from "~/shop/settings";
import delivered from "./as-delivered.json" with { type: "json" };
import { exampleOrder } from "./example-order";
import { letterComplaint } from "~/shop/texts/letters/letter-check";
import { exampleLetter } from "./letter-examples.server";
import { deliveredText } from "~/shop/texts/letters/letter-form";
import { letterForm, letterForms, letterKeys } from "~/shop/texts/letters/letter-forms";
import { asDelivered, saying } from "~/shop/texts/letters/letter-words";

const about = { order: exampleOrder, which: "", settings: defaultSettings, address: "https://shop.example" };

/** Every letter in each of its cases. */
const everyLetter = letterKeys.flatMap((key) =>
  Object.keys(letterForm(key)?.cases ?? { "": "" }).map((which) => ({ key, which })),
);

test("[B-106] with the words that it came with, every letter is byte for byte what it was before they could be changed", async () => {
  const digests: Record<string, string> = {};
  for (const { key, which } of everyLetter) {
    const { subject, letter } = exampleLetter(asDelivered(key, defaultSettings), { ...about, which });
    const { html, text } = await renderLetter(letter);
    digests[`${key} ${which}`.trim()] = createHash("sha256").update([subject, html, text].join("\0")).digest("hex");
  }
  expect(digests).toEqual(delivered);
});

test("every letter can say the words that it came with", () => {
  for (const key of letterKeys)
    for (const [name, field] of Object.entries(letterForms[key].fields))
      expect([key, name, letterComplaint(letterForms[key], name, deliveredText(field))]).toEqual([
        key,
        name,
        undefined,
      ]);
});

test("[B-106] a chip that the letter does not know, half a brace, a missing chip and an empty text are refused with what is allowed", () => {
  const form = letterForms["order-confirmed"];
  expect(letterComplaint(form, "opening", "Dear {customer}")).toBe(
    "{customer} is nothing that this letter knows. {name}, {orderNumber}, {email} or a setting may stand here.",
  );
  expect(letterComplaint(form, "opening", "Dear {cancelNote}")).toMatch(/is nothing that this letter knows/);
  expect(letterComplaint(form, "opening", "Dear {name, hello")).toMatch(/A brace without its partner/);
  expect(letterComplaint(form, "opening", "Dear { name }")).toMatch(/A brace without its partner/);
  expect(letterComplaint(form, "subject", "Thank you")).toBe("{orderNumber} is missing: the letter needs it here.");
  expect(letterComplaint(form, "title", " ")).toBe("Write something here: the letter needs it.");
  expect(letterComplaint(form, "closing", "")).toBeUndefined();
  expect(letterComplaint(form, "opening", "{shopName} thanks {name}")).toBeUndefined();
});

test("changed words stand in both parts, by their paragraphs and lines, and an empty text is left out", async () => {
  const changed = {
    opening: "Hello {name}.\n\nWe pack it today,\nand it leaves tomorrow.",
    closing: "",
    subject: "Thank you: {orderNumber}",
  };
  const words = { ...asDelivered("order-confirmed", defaultSettings), changed };
  const { subject, letter } = exampleLetter(words, about);
  const { html, text } = await renderLetter(letter);
  expect(subject).toBe("Thank you: #4821 7350");
  expect(text).toContain("Hello Jo Delacroix.\n\nWe pack it today,\nand it leaves tomorrow.");
  expect(html).toMatch(/We pack it today,<br\/>and it leaves tomorrow\.<\/p>/);
  expect(text).not.toContain("Estimated delivery");
  // Sums are no words of a member: they stay.
  expect(text).toContain("TOTAL: $260.99");
});

test("[B-106] a name with braces, markup or line ends stays a name, in delivered words and in changed ones", async () => {
  const order = { ...exampleOrder, name: "{email}\r\nBcc: all@example.com <img src=x onerror=alert(1)>" };
  const others: Record<string, string>[] = [{}, { opening: "Hello {name}, ", subject: "{name}: {orderNumber}" }];
  for (const changed of others) {
    const words = { ...asDelivered("order-confirmed", defaultSettings), changed };
    const { subject, letter } = exampleLetter(words, { ...about, order });
    const { html, text } = await renderLetter(letter);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain("<img src=x");
    expect(text).toContain("{email}");
  }
});

test("a chip without a value takes its space along", () => {
  const { line } = saying(asDelivered("parcel-shipped", defaultSettings), { name: "Jo", carrier: "UPS" });
  expect(line("opening", { what: "your order", day: "Monday", rest: "" })).toBe(
    "Jo, your order left us on Monday with UPS.",
  );
});
