import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";

/**
 * Functions that select payments of the present gateway, each with the kinds that it may give to it. What a gift card pays is no
 * request of a gateway: a query that gave it to one would cancel, settle or refund what the gateway has never heard of.
 */
const QUERIES: Record<string, readonly string[]> = {
  "src/shop/payments/change-payments.server.ts awaitedChangePayments": ["change"],
  "src/shop/payments/disputes.server.ts paymentsToAskAbout": ["order", "change"],
  "src/shop/payments/payments.server.ts awaitedPayments": ["order"],
  "src/shop/payments/refunds.server.ts paymentsRefundedSince": ["order", "change"],
};
/** Functions that select by a gateway's name for something else, with the reason why they name no kinds. */
const OTHERS: Record<string, string> = {
  "src/shop/payments/payments.server.ts requestedPayment": "finds the payment of an id that the gateway gave",
  "src/shop/payments/read-balance.server.ts readBalance": "finds the first day of the records of the gateway",
  "src/shop/payments/refunds.server.ts unsettledRefunds": "refunds of all kinds, executed by kind",
  "src/shop/payments/unknown-payments.server.ts unknownPayments": "compares ids that the gateway gave",
};

const sources = new Map<string, string>();
for await (const file of glob("src/**/*.server.ts"))
  if (!file.startsWith("src/testing/")) sources.set(file, readFileSync(file, "utf8"));

/** Exported functions of a file with their texts. */
const functionsOf = (text: string): [name: string, body: string][] =>
  text.split(/^export /m).flatMap((body) => {
    const name = /^(?:async )?(?:function|const) (\w+)/.exec(body)?.[1];
    return name ? [[name, body]] : [];
  });
const isByGateway = (body: string): boolean =>
  /\.from\((payments|refunds|disputes)\)/.test(body) && /(eq|inArray)\(payments\.gateway,/.test(body);
const found = [...sources].flatMap(([file, text]) =>
  functionsOf(text).flatMap(([name, body]) =>
    isByGateway(body) || name === "paymentsRefundedSince" ? [{ name: `${file} ${name}`, body }] : [],
  ),
);

test("every query that gives payments to a gateway is listed", () => {
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(QUERIES), ...Object.keys(OTHERS)].toSorted(),
  );
});

test("every query that gives payments to a gateway names its kinds, and none names gift cards", () => {
  for (const { name, body } of found.filter(({ name: own }) => own in QUERIES)) {
    const named = /(?:eq|inArray)\(payments\.kind, (\[[^\]]*\]|"[\w-]+")\)/.exec(body)?.[1];
    const kinds = Array.from(named?.matchAll(/"([\w-]+)"/g) ?? [], ([, kind]) => kind);
    expect([name, kinds]).toEqual([name, QUERIES[name]]);
    expect(kinds).not.toContain("gift-card");
  }
});
