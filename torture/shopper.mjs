import { setTimeout as pause } from "node:timers/promises";

/** Refusals that a shopper may get; any other refusal is a fault. */
const OUT_OF_STOCK = ["sold-out", "held-by-others", "held-by-network", "held-and-let-go"];
const TOO_LATE = ["payment-arrived", "payment-processing", "payment-missing", "payment-returned"];

/** Body of a page without its scripts, which contain the texts of all states. */
const shownIn = (answer) => answer?.body.replaceAll(/<script[^]*?<\/script>/g, "") ?? "";
const CODE = /^code-/;
/** Cards that a shopper tries in turn, by case. */
const cards = {
  good: ["4242424242424242"],
  "declined first": ["4000000000000002", "4242424242424242"],
  "asks for confirmation": ["4000002500003155"],
  "refuses to confirm first": ["4000002500003155", "4242424242424242"],
  "stays processing": ["4000000000010007"],
  "breaks the connection": ["4000000000010015"],
  "refunds are decided on later": ["4000000000007726"],
  "refunds fail late": ["4000000000005126"],
  "refunds are refused": ["4000000000010027"],
};
const cardWeights = {
  good: 70,
  "declined first": 8,
  "asks for confirmation": 6,
  "refuses to confirm first": 2,
  "stays processing": 7,
  "breaks the connection": 7,
  "refunds are decided on later": 8,
  "refunds fail late": 5,
  "refunds are refused": 5,
};

/**
 * A shopper who buys like a browser does, from the bag to the order: patient or not, sometimes in two tabs, sometimes leaving in
 * the middle.
 */
export class Shopper {
  #draw;
  #shops;
  #stripe;
  #ledger;
  #happening;
  #customer;
  #wanted;
  #intent;
  /** Everything that the shop told this shopper, for the final checks. */
  #story;

  constructor({ number, draw, shops, gateway: { stripe }, ledger, happening }) {
    this.#draw = draw;
    this.#shops = shops;
    this.#stripe = stripe;
    this.#ledger = ledger;
    this.#happening = happening;
    this.#customer = {
      email: `rider-${number}@example.com`,
      name: `Rider ${"abcdefghij"[number % 10]}`,
      phone: "+19285550100",
      address: "88 Sandstone Avenue",
      city: "Flagstaff",
      postalCode: "86001",
    };
    this.#story = {
      number,
      email: this.#customer.email,
      orderNumbers: new Set(),
      isReturned: false,
      isCancelled: false,
    };
    /** Whether the intent is requested without items, as other programs may do. */
    this.isBare = draw.chance(0.08);
    // An intent without items cannot include tax, so it gets an address without sales tax; half of the other shoppers do, too.
    if (this.isBare || number % 2 === 0) Object.assign(this.#customer, { city: "Elko", postalCode: "89801" });
    this.method = draw.chance(0.1) ? "Klarna" : "Credit Card";
    /** Whether the order is placed with the client secret; the API does not require it. */
    this.sendsSecret = draw.chance(0.7);
    /** Number of times that the shopper repeats a call after a broken connection or an outage. */
    this.patience = this.isBare ? Infinity : draw.below(12);
    this.network = `10.${draw.below(250)}.${draw.below(250)}.7`;
    const discountCode = !this.isBare && draw.chance(0.25) ? draw.oneOf(ledger.codes) : undefined;
    const giftCards = !this.isBare && draw.chance(0.3) ? this.#someCards() : undefined;
    this.#wanted = { ...this.#newBag(), discountCode, giftCards };
  }

  async run() {
    const draw = this.#draw;
    const story = this.#story;
    await this.#askForIntent();
    if (!this.#intent || (!this.isBare && draw.chance(0.05))) return story;
    if (draw.chance(0.04)) await pause(40_000 + draw.below(30_000));

    let status = await this.#pay();
    if (status === "payment_intent_unexpected_state") {
      // The reservation has expired: the shopper clicks again and gets a new draft.
      this.#intent = await this.#createIntent();
      status = this.#intent && (await this.#pay());
    }
    if (status === "processing") {
      await pause(draw.below(20_000));
      this.#stripe.account.finish(this.#intent.paymentIntentId, draw.chance(0.7));
      // Only the browser knows the items of an intent without items, so it has to place the order.
      if (this.isBare) await this.#placeOrder();
      return story;
    }
    if (status !== "succeeded" && status !== "api_connection_error") return story;
    this.#happening.at("paid");
    if (!this.isBare && draw.chance(0.2)) return story;
    await Promise.all(draw.chance(0.15) ? [this.#placeOrder(), this.#placeOrder()] : [this.#placeOrder()]);
    if (draw.chance(0.25)) await Promise.all([...story.orderNumbers].map((number) => this.#thinkBetter(number)));
    return story;
  }

  async #askForIntent() {
    this.#intent = await this.#createIntent();
    if (!this.#intent || this.isBare || !this.#draw.chance(0.2)) return;
    // The bag has changed: drafts it with the same key, or with a new key and the draft that it replaces.
    const replaces = this.#draw.chance(0.5) ? this.#intent.clientSecret : undefined;
    Object.assign(this.#wanted, this.#newBag(replaces ? undefined : this.#wanted.draftKey), { replaces });
    this.#intent = await this.#createIntent();
  }

  /** Up to three gift cards of those that all shoppers share. */
  #someCards() {
    const { giftCards } = this.#ledger;
    // Without any, as against a former release.
    if (!giftCards) return undefined;
    return [...new Set(Array.from({ length: 1 + this.#draw.below(3) }, () => this.#draw.oneOf(giftCards)))];
  }

  #newBag(draftKey = this.#newKey()) {
    const draw = this.#draw;
    const { few, plenty } = this.#ledger.goods;
    const picks = Array.from({ length: 1 + draw.below(3) }, () =>
      draw.oneOf(!this.isBare && draw.chance(0.25) ? few : plenty),
    );
    const items = picks.map(({ product, size, color, price }) => ({
      product,
      size,
      color,
      price: price / 100,
      quantity: 1 + draw.below(2),
    }));
    const value = items.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0);
    return { items, amount: value + (value >= 300_00 ? 0 : 399), draftKey };
  }

  /** Draws a key of 128 bits, like a browser. */
  #newKey() {
    return Array.from({ length: 32 }, () => this.#draw.below(16).toString(16)).join("");
  }

  /** Requests an intent until one is made, as long as the shopper's patience lasts. */
  async #createIntent() {
    for (;;) {
      const { amount, ...rest } = this.#wanted;
      const bare = { amount, currency: "usd", paymentMethod: this.method };
      const body = this.isBare ? bare : { ...bare, ...rest, customer: this.#customer };
      const create = () => this.#call("/api/pay/create-payment-intent", body, "intent");
      const isTwice = !this.isBare && this.#draw.chance(0.15);
      const [response, other] = await Promise.all(isTwice ? [create(), create()] : [create()]);
      if (response?.status === 200) {
        if (other?.status === 200 && other.body.paymentIntentId !== response.body.paymentIntentId)
          this.#shops.faults.push(`two tabs of ${this.#customer.email} were asked to pay twice`);
        return response.body;
      }
      if (!this.#accept(response?.body ?? {})) return undefined;
    }
  }

  /** Accepts what a refusal offers, such as fewer pieces; returns false if it offers nothing. */
  #accept({ code, lines, summary }) {
    const wanted = this.#wanted;
    if (code === "prices-changed" || code === "tax-changed") {
      wanted.amount = Math.round(summary.total * 100);
      lines?.forEach(({ price }, position) => (wanted.items[position].price = price));
      return true;
    }
    if (CODE.test(code)) {
      wanted.discountCode = undefined;
      return true;
    }
    if (code?.startsWith("gift-card-")) {
      // Others have spent the card: the shopper pays without.
      wanted.giftCards = undefined;
      return true;
    }
    if (code && !OUT_OF_STOCK.includes(code) && !TOO_LATE.includes(code))
      this.#shops.faults.push(`${code} for an intent`);
    return false;
  }

  async #pay() {
    const { clientSecret, paymentIntentId: id } = this.#intent;
    // A discount or gift cards may cover the whole amount: then Stripe is not asked.
    if (id.startsWith("free_")) return "succeeded";
    if (this.method === "Klarna") {
      const { error } = await this.#stripe.confirmKlarna(clientSecret, "http://shop.invalid/order-success");
      if (error) return error;
      await pause(this.#draw.below(300));
      return this.#authorize(id, this.#draw.chance(0.85));
    }
    const kind = this.#draw.weighed(cardWeights);
    let status;
    for (const [turn, card] of cards[kind].entries()) {
      const confirmed = await this.#stripe.confirmCard(clientSecret, card);
      status = confirmed.error ?? confirmed.status;
      if (status === "requires_action")
        status = this.#authorize(id, !(kind === "refuses to confirm first" && turn === 0));
    }
    return status;
  }

  /** Decides on the bank's or Klarna's page, unless the shop has cancelled the intent meanwhile. */
  #authorize(id, approved) {
    const { account } = this.#stripe;
    if (account.intent(id).status !== "requires_action") return "payment_intent_unexpected_state";
    account.authorize(id, approved);
    return approved ? "succeeded" : "declined";
  }

  async #placeOrder() {
    const { clientSecret, paymentIntentId } = this.#intent;
    const { method } = this;
    if (method === "Klarna" && !this.isBare) {
      const query = { payment_intent: paymentIntentId, payment_intent_client_secret: clientSecret };
      await this.#call(`/order-success?${new URLSearchParams(query)}`, undefined, "order");
      return;
    }
    const { items, amount } = this.#wanted;
    const lines = items.map(({ product, ...item }) => ({ productId: product, name: "", itemTotal: "", ...item }));
    const paymentDetails = { paymentIntentId, method, ...(this.sendsSecret && { clientSecret }) };
    const body = {
      customer: { ...this.#customer, paymentDetails },
      orderDetails: { items: lines, orderSummary: { orderValue: 0, deliveryFee: 0, total: amount / 100 } },
      isPaid: true,
    };
    const response = await this.#call("/api/orders", body, "order");
    if (response?.status === 200) this.#story.orderNumbers.add(response.body.orderNumber);
    else if (response?.body?.code === "payment-returned") this.#story.isReturned = true;
    // A member cancelled the order before the shopper's browser placed it.
    else if (response?.body?.code === "order-cancelled") this.#story.isCancelled = true;
    else if (response && !TOO_LATE.includes(response.body.code))
      this.#shops.faults.push(`${response.body.code} for a paid order`);
  }

  /** Cancels the order on its page, sometimes twice at once, or while a return is started in another tab. */
  async #thinkBetter(number) {
    const draw = this.#draw;
    if (draw.chance(0.3)) await pause(draw.below(3_000));
    const order = { order: number, email: this.#customer.email };
    const cancel = async () => {
      const answer = await this.#call("/order-status", new URLSearchParams({ ...order, step: "cancel" }), "order");
      if (shownIn(answer).includes("This order was cancelled.")) this.#story.isCancelled = true;
    };
    const sendBack = async () => {
      const chosen = { round: "0", "quantity-0": "1", "reason-0": "too-small" };
      const answer = await this.#call(
        "/return-or-exchange",
        new URLSearchParams({ ...order, ...chosen, step: "start" }),
        "order",
      );
      if (shownIn(answer).includes("Return started")) this.#story.returned = number;
    };
    const tabs = [cancel, ...(draw.chance(0.5) ? [sendBack] : []), ...(draw.chance(0.3) ? [cancel] : [])];
    await Promise.all(draw.chance(0.5) ? tabs.map((act) => act()) : tabs.toReversed().map((act) => act()));
  }

  /** Calls any running shop; repeats the call after broken connections, as long as the shopper's patience lasts. */
  async #call(path, body, step) {
    for (let turn = 0; turn <= this.patience; turn += 1) {
      const response = await this.#callOnce(path, body, step);
      if (!response) {
        await pause(50);
        continue;
      }
      // Either the proxy to Stripe broke the connection, or the database was killed: both are temporary.
      const isOutage = response.status === 502 || response.status === 503;
      if (response.status >= 500 && !isOutage)
        this.#shops.faults.push(`${path} answered ${response.status}: ${JSON.stringify(response.body).slice(0, 200)}`);
      if (!isOutage) return response;
      await pause(200);
    }
    return undefined;
  }

  /** Makes one call; undefined if the connection broke. */
  async #callOnce(path, body, step) {
    const shop = await this.#openShop();
    const isForm = body instanceof URLSearchParams;
    const options = body ? { method: "POST", body: isForm ? body : JSON.stringify(body) } : {};
    const kind = isForm ? { origin: "http://shop.invalid" } : { "content-type": "application/json" };
    const headers = { ...kind, "x-forwarded-for": this.network };
    const sent = fetch(shop.address + path, { ...options, headers, signal: AbortSignal.timeout(60_000) });
    this.#happening.at(`${step} asked`, shop.name);
    const response = await sent
      .then(async (received) => ({
        status: received.status,
        body: body && !isForm ? await received.json() : await received.text(),
      }))
      .catch(() => undefined);
    if (response) this.#happening.at(`${step} heard`, shop.name);
    return response;
  }

  async #openShop() {
    let shop = this.#shops.anyOpen(this.#draw);
    while (!shop) {
      await this.#shops.someOpen();
      shop = this.#shops.anyOpen(this.#draw);
    }
    return shop;
  }
}
