import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { renderLetter } from "~/platform/render-letter.server";
import { defaultSettings } from "~/shop/settings";
import delivered from "./as-delivered.json" with { type: "json" };
import { exampleOrder } from "./example-order";
import { letterComplaint } from "~/shop/texts/letters/letter-check";
import { exampleLetter } from "./letter-examples.server";
import { letterForm, letterForms, letterKeys } from "~/shop/texts/letters/letter-forms";
import { asDelivered, saying } from "~/shop/texts/letters/letter-words";

const about = { order: exampleOrder, which: "", settings: defaultSettings, address: "https://shop.example" };

/** Every letter with each of its cases. */
const everyLetter = letterKeys.flatMap((key) =>
  Object.keys(letterForm(key)?.cases ?? { "": "" }).map((which) => ({ key, which })),
);

test("[B-106] with the delivered texts, every letter is byte for byte as recorded", async () => {
  const digests: Record<string, string> = {};
  for (const { key, which } of everyLetter) {
    const { subject, letter } = exampleLetter(asDelivered(key, defaultSettings), { ...about, which });
    const { html, text } = await renderLetter(letter);
    digests[`${key} ${which}`.trim()] = createHash("sha256").update([subject, html, text].join("\0")).digest("hex");
  }
  expect(digests).toEqual(delivered);
});

test("the delivered texts of every letter pass the checks of changed texts", () => {
  for (const key of letterKeys)
    for (const [name, field] of Object.entries(letterForms[key].fields))
      expect([key, name, letterComplaint(letterForms[key], name, field.delivered)]).toEqual([key, name, undefined]);
});

test("[B-106] an unknown chip, an unmatched brace, a missing chip and an empty text are refused with an explanation", () => {
  const form = letterForms["order-confirmed"];
  expect(letterComplaint(form, "opening", "Dear {customer}")).toBe(
    "{customer} is nothing that this letter knows. {firstName}, {name}, {orderNumber}, {email} or a setting may stand here.",
  );
  expect(letterComplaint(form, "opening", "Dear {cancelNote}")).toMatch(/is nothing that this letter knows/);
  expect(letterComplaint(form, "opening", "Dear {name, hello")).toMatch(/A brace without its partner/);
  expect(letterComplaint(form, "opening", "Dear { name }")).toMatch(/A brace without its partner/);
  expect(letterComplaint(form, "subject", "Thank you")).toBe("{orderNumber} is missing: the letter needs it here.");
  expect(letterComplaint(form, "title", " ")).toBe("Write something here: the letter needs it.");
  expect(letterComplaint(form, "closing", "")).toBeUndefined();
  expect(letterComplaint(form, "opening", "{shopName} thanks {name}")).toBeUndefined();
});

test("changed texts are in the HTML and the plain text, with their paragraphs and lines; an empty text is left out", async () => {
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
  // Sums are not part of the changeable texts.
  expect(text).toContain("TOTAL: $260.99");
});

test("[B-106] braces, markup and line breaks in a name are not interpreted, with delivered and with changed texts", async () => {
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

test("letters about an order greet by the first name, and end with the shop's name and postal address", async () => {
  const settings = { ...defaultSettings, shopAddress: "2200 East Route 66, Flagstaff, AZ 86004" };
  const { letter } = exampleLetter(asDelivered("order-confirmed", settings), { ...about, settings });
  const { text, html } = await renderLetter(letter);
  expect(text).toContain("\n\nJo, your payment has arrived");
  expect(text).toMatch(/Iron Mesa\n2200 East Route 66, Flagstaff, AZ 86004\s*$/);
  expect(html.match(/apple-touch-icon\.png/g)).toHaveLength(2);
});

test("a chip with an empty value is removed together with its space", () => {
  const { line } = saying(asDelivered("parcel-shipped", defaultSettings), { firstName: "Jo", carrier: "UPS" });
  expect(line("opening", { what: "your order", day: "Monday", rest: "" })).toBe(
    "Jo, your order left us on Monday with UPS.",
  );
});
