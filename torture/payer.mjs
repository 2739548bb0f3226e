import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Expected HTTP statuses of answers to shoppers with a link; any other status is a fault. */
const ANSWERED = new Set([200, 404, 409, 422, 429]);
const OUTAGE = new Set([502, 503]);
/**
 * Weights of Stripe's test cards: a good one, declined, needing confirmation, processing, disconnected, and three whose refunds
 * are decided on later, fail late or are refused.
 */
const CARDS = {
  4242424242424242: 12,
  4000000000000002: 2,
  4000002500003155: 2,
  4000000000010007: 2,
  4000000000010015: 2,
  4000000000007726: 1,
  4000000000005126: 1,
  4000000000010027: 1,
};
const ACTS = { pay: 8, payTwice: 3, payLate: 4, decline: 2, lookAway: 2 };

/**
 * Shoppers who received a link for paying a change of an order, or an order that a member made. They pay, also in two tabs or in
 * the last second, decline, or let the link expire.
 */
export class Payer {
  #draw;
  #shops;
  #stripe;
  #ledger;
  #happening;
  #isOver = false;
  #opened = new Set();
  /** Number of times that each act was done. */
  done = new Map();

  constructor({ draw, shops, gateway: { stripe }, ledger, happening }) {
    this.#draw = draw;
    this.#shops = shops;
    this.#stripe = stripe;
    this.#ledger = ledger;
    this.#happening = happening;
  }

  /** Opens links until `end` is called. */
  async work() {
    while (!this.#isOver) {
      await pause(40 + this.#draw.below(160));
      const letter = await this.#nextLetter().catch(() => undefined);
      if (letter) await this.#act(letter);
    }
  }

  end() {
    this.#isOver = true;
  }

  /** Finds a letter whose link is still valid, and returns the link; each link is used at most twice. */
  async #nextLetter() {
    const open = await this.#ledger
      .query(`select id::text as id, 'change' as kind from order_changes where state = 'waiting'
      union all select number, 'made' from orders join made_orders on order_number = number where state = 'awaiting-payment' order by 1`);
    const own = this.#draw.oneOf(open.filter(({ id }) => !this.#opened.has(`${id} again`)));
    if (!own) return undefined;
    const start = own.kind === "change" ? `order-change-asked-${own.id}` : `pay-link-${own.id}-1`;
    const files = (await readdir(this.#shops.outbox)).filter(
      (name) => name.startsWith(start) && name.endsWith(".html"),
    );
    const letter = files.find((name) => !name.includes("copy"));
    if (!letter) return undefined;
    const text = await readFile(join(this.#shops.outbox, letter), "utf8");
    const [, path] = /http:\/\/shop\.invalid(\/(?:order-change|pay)\/[\w-]+\/[\w-]+)/.exec(text) ?? [];
    this.#opened.add(this.#opened.has(own.id) ? `${own.id} again` : own.id);
    return path && { ...own, path };
  }

  async #act({ id, kind, path }) {
    const draw = this.#draw;
    const act = draw.weighed(ACTS);
    this.done.set(act, (this.done.get(act) ?? 0) + 1);
    // Opens the link without acting, as mail scanners do.
    await this.#call(path);
    if (act === "decline") await this.#call(path, { act: "decline" });
    if (act === "lookAway") await this.#pass(id, kind, draw.below(3_000));
    if (act === "pay") await this.#pay(path, this.#method());
    if (act === "payTwice") await Promise.all(["Credit Card", "Klarna"].map((method) => this.#pay(path, method)));
    if (act === "payLate") await Promise.all([this.#pay(path, this.#method()), this.#pass(id, kind, draw.below(400))]);
  }

  #method = () => (this.#draw.chance(0.8) ? "Credit Card" : "Klarna");

  /** Lets a link expire after a delay, together with its job. */
  async #pass(id, kind, milliseconds) {
    await pause(milliseconds);
    await this.#ledger.pass(id, kind).catch(() => undefined);
  }

  /** Requests the payment and pays it; afterwards the browser returns to the shop, or is closed. */
  async #pay(path, method) {
    const draw = this.#draw;
    const answer = await this.#call(path, { act: "pay", method }, "difference");
    const [secret, intent] = /(pi_[a-z0-9]+)_secret_[a-z0-9_]+/.exec(answer ?? "") ?? [];
    if (!secret) return;
    await pause(draw.below(200));
    const status = await this.#confirm(secret, intent, method);
    if (status === "processing") {
      await pause(draw.below(8_000));
      this.#stripe.account.finish(intent, draw.chance(0.7));
    }
    if (status !== "succeeded" && status !== "api_connection_error") return;
    this.#happening.at("difference paid");
    if (draw.chance(0.25)) return;
    const back = new URLSearchParams({ payment_intent: intent, payment_intent_client_secret: secret });
    await this.#call(`/order-success?${back}`, undefined, "paid difference");
  }

  async #confirm(secret, intent, method) {
    const { account } = this.#stripe;
    const confirmed =
      method === "Klarna"
        ? await this.#stripe.confirmKlarna(secret, "http://shop.invalid/order-success")
        : await this.#stripe.confirmCard(secret, this.#draw.weighed(CARDS));
    const status = confirmed.error ?? confirmed.status;
    if (status !== "requires_action") return status;
    await pause(this.#draw.below(300));
    // The shop may have cancelled the payment intent meanwhile.
    if (account.intent(intent).status !== "requires_action") return "payment_intent_unexpected_state";
    const approved = this.#draw.chance(0.85);
    account.authorize(intent, approved);
    return approved ? "succeeded" : "declined";
  }

  /** Requests a page, by GET or with a form, from any running shop until one answers, at most 60 times; returns its text. */
  async #call(path, fields, step) {
    for (let turn = 0; turn < 60; turn += 1) {
      const shop = this.#shops.anyOpen(this.#draw);
      const answer = shop && (await this.#callOnce(shop, path, fields, step));
      if (answer && ANSWERED.has(answer.status)) return answer.text;
      if (answer && !OUTAGE.has(answer.status)) {
        this.#shops.faults.push(
          `${path.split("/").slice(0, 2).join("/")}… answered ${answer.status} to whoever holds its link`,
        );
        return undefined;
      }
      await pause(150);
    }
    return undefined;
  }

  async #callOnce(shop, path, fields, step) {
    const headers = { origin: "http://shop.invalid", "x-forwarded-for": `10.3.${this.#draw.below(250)}.7` };
    const options = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
    const sent = fetch(shop.address + path, { ...options, headers, signal: AbortSignal.timeout(60_000) });
    if (step) this.#happening.at(`${step} asked`, shop.name);
    const answer = await sent
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (answer && step) this.#happening.at(`${step} heard`, shop.name);
    return answer;
  }
}
