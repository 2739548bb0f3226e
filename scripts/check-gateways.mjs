// Checks that only listed modules ask for a gateway's name, and only listed ones whether it takes real money. Stripe with test keys
// takes none: a module that asks for the name to learn whether the shop is in practice would call it live.
import { read, sourceFiles } from "./sources.mjs";

/** Modules that ask for the name, each with what it needs of that gateway. */
const NAMED = new Map([
  ["src/server/shop-routes.ts", "its script in the browser"],
  ["src/server/open-services.ts", "its rows of samples"],
  ["src/server/serve.ts", "its name in the log"],
  ["src/server/commands/backup-commands.ts", "its name in words"],
  ["src/shop/orders/refunds/settle-refunds.server.ts", "its calls"],
  ["src/shop/checkout/pay-link.page.tsx", "its fields in the browser"],
  ["src/shop/checkout/pay-link-work.tsx", "its fields in the browser"],
  ["src/shop/checkout/checkout.page.tsx", "its fields in the browser"],
  ["src/shop/checkout/payment-method.tsx", "its page in place of Klarna"],
  ["src/shop/payments/payments.server.ts", "its rows and calls"],
  ["src/shop/payments/change-payments.server.ts", "its rows and calls"],
  ["src/shop/payments/unknown-payments.server.ts", "its rows"],
  ["src/shop/payments/read-balance.server.ts", "its rows"],
  ["src/shop/payments/payouts.server.ts", "its rows"],
  ["src/shop/payments/payment-health.server.ts", "its name in words"],
  ["src/shop/payments/disputes.server.ts", "its rows"],
  ["src/shop/payments/load-provider.ts", "its script in the browser"],
  ["src/shop/payments/pay-later.page.tsx", "its page in place of Klarna"],
  ["src/shop/payments/sandbox.api.ts", "its calls"],
  ["src/back-office/system/health-rows.ts", "its name in words"],
  ["src/back-office/orders/dispute-words.ts", "the address of its page about a dispute"],
]);
/** Modules that ask whether the gateway takes real money, or say so, with the reasons. */
const LIVE = new Map([
  ["src/server/serve.ts", "says so at the start"],
  ["src/shop/payments/gateway.ts", "declares it"],
  ["src/shop/payments/sandbox.server.ts", "says that it takes none"],
  ["src/shop/payments/stripe.server.ts", "says so by the key"],
  ["src/shop/payments/stripe-intents.server.ts", "says so by the request"],
  ["src/shop/payments/payments.server.ts", "stores it with a payment"],
  ["src/shop/payments/read-balance.server.ts", "stores it with entries and payouts"],
  ["src/shop/payments/payment-health.server.ts", "health"],
  ["src/shop/orders/gift-cards/cards-of-draft.server.ts", "a test card pays no real order, nor the other way round"],
  ["src/back-office/system/health-rows.ts", "health"],
  ["src/back-office/settings/settings-lines.server.ts", "the line of payments"],
  ["src/back-office/today/checklist.server.ts", "the step of payments"],
  ["src/back-office/figures/payouts-sheet.server.ts", "practice payouts"],
  ["src/back-office/orders/dispute-words.ts", "the address of its page about a dispute"],
  ["src/demo/start-for-real.server.ts", "only a shop in practice is cleared"],
]);
const KINDS = [
  // A setting with the same values says who computes sales tax (`by`).
  {
    what: "the gateway's name",
    may: NAMED,
    pattern: /\b(?:payments|gateway)\.name\b|(?<!\bby )[!=]== "(?:sandbox|stripe)"/,
  },
  { what: "whether the gateway takes real money", may: LIVE, pattern: /\bisLive\b/ },
];
/** Tests, which may set both. */
const TEST = /\.test\.tsx?$|^src\/testing\//;

const files = (await sourceFiles()).filter((name) => !TEST.test(name)).toSorted();
const wrong = [];
for (const { what, may, pattern } of KINDS) {
  const unused = new Set(may.keys());
  for (const file of files)
    if (pattern.test(await read(file)) && !unused.delete(file))
      wrong.push(
        `${file}: asks ${what}; if that is what it needs, add it with its reason to scripts/check-gateways.mjs`,
      );
  for (const file of unused)
    wrong.push(`${file}: does not ask ${what} any more; take it out of scripts/check-gateways.mjs`);
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
