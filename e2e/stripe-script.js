// Fake of Stripe's script with the parts that the shop uses: fields without frames, a bank's confirmation, and Klarna. Like the
// real script it calls api.stripe.com, so that the page's content security policy is tested.
(() => {
  const API = "https://api.stripe.com";
  const digits = (text) => text.replace(/\D/g, "");

  const fields = {
    cardNumber: { length: 16, words: "number" },
    cardExpiry: { length: 4, words: "expiration date" },
    cardCvc: { length: 3, words: "security code" },
  };

  class Field {
    constructor(type) {
      this.type = type;
      this.listeners = new Map();
      this.input = document.createElement("input");
      this.input.setAttribute(
        "aria-label",
        { cardNumber: "Card number", cardExpiry: "Expiry (MM/YY)", cardCvc: "CVC" }[type],
      );
      this.input.addEventListener("input", () => this.tell("change", this.state()));
      this.input.addEventListener("blur", () => this.tell("change", this.state(true)));
    }
    state(isLeft = false) {
      const { length, words } = fields[this.type];
      const value = digits(this.input.value);
      const complete = value.length >= length;
      const code = `incomplete_${this.type}`;
      const error =
        isLeft && value && !complete
          ? { type: "validation_error", code, message: `Your card's ${words} is incomplete.` }
          : undefined;
      const brand = value.startsWith("4") ? "visa" : "unknown";
      return {
        elementType: this.type,
        empty: value === "",
        complete,
        error,
        ...(this.type === "cardNumber" && { brand }),
      };
    }
    tell(event, said) {
      for (const listener of this.listeners.get(event) ?? []) listener(said);
    }
    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
      return this;
    }
    off(event, listener) {
      this.listeners.set(
        event,
        (this.listeners.get(event) ?? []).filter((known) => known !== listener),
      );
      return this;
    }
    mount(place) {
      place.classList.add("StripeElement");
      place.append(this.input);
      this.tell("ready", { elementType: this.type });
    }
    focus() {
      this.input.focus();
    }
    update() {}
    destroy() {
      this.input.remove();
    }
  }

  /** The button of a wallet; it is shown only if the test sets up the device with a wallet. */
  class Wallet extends Field {
    mount(place) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Google Pay";
      button.addEventListener("click", () =>
        this.tell("confirm", { expressPaymentType: "google_pay", paymentFailed: () => (window.walletSays = "failed") }),
      );
      const isThere = localStorage.getItem("wallet") !== null;
      if (isThere) place.append(button);
      const availablePaymentMethods = isThere ? { googlePay: true } : undefined;
      setTimeout(() => this.tell("ready", { elementType: "expressCheckout", availablePaymentMethods }));
    }
  }

  function elementsOf() {
    const made = new Map();
    return {
      create(type) {
        const element = type === "expressCheckout" ? new Wallet("cardNumber") : new Field(type);
        made.set(type, element);
        return element;
      },
      getElement: (named) => made.get(typeof named === "string" ? named : named.__elementType) ?? null,
      submit: async () => ({}),
      update() {},
      on() {},
    };
  }

  async function ask(key, path, params) {
    try {
      const body = params && new URLSearchParams({ key, ...params });
      const response = await fetch(
        `${API}${path}`,
        body ? { method: "POST", body } : { headers: { authorization: `Bearer ${key}` } },
      );
      return await response.json();
    } catch {
      return { error: { type: "api_connection_error", message: "We could not reach Stripe." } };
    }
  }

  const idIn = (secret) => secret.split("_secret_", 1)[0];
  const said = (answer) => (answer.error ? { error: answer.error } : { paymentIntent: answer });

  window.Stripe = (key) => {
    const retrieve = async (secret) =>
      said(await ask(key, `/v1/payment_intents/${idIn(secret)}?client_secret=${encodeURIComponent(secret)}`));

    async function confirm(secret, params) {
      const answer = await ask(key, `/v1/payment_intents/${idIn(secret)}/confirm`, {
        client_secret: secret,
        ...params,
      });
      if (answer.next_action?.type === "redirect_to_url") {
        location.assign(answer.next_action.redirect_to_url.url);
        return new Promise(() => {});
      }
      if (answer.next_action?.type !== "use_stripe_sdk") return said(answer);

      const approved = await bankAsks();
      await ask(key, `/fake/payment_intents/${idIn(secret)}/answer`, { approved: String(approved) });
      const { paymentIntent } = await retrieve(secret);
      if (paymentIntent?.status === "succeeded") return { paymentIntent };
      const message = "We are unable to authenticate your payment method.";
      return { error: { type: "card_error", message, payment_intent: paymentIntent } };
    }

    return {
      elements: elementsOf,
      createToken() {},
      createPaymentMethod() {},
      _registerWrapper() {},
      registerAppInfo() {},
      retrievePaymentIntent: retrieve,
      confirmCardPayment: (secret, { payment_method: { card, billing_details } }) =>
        confirm(secret, {
          "payment_method_data[type]": "card",
          "payment_method_data[card][number]": digits(card.input.value),
          "payment_method_data[billing_details]": JSON.stringify(billing_details),
        }),
      confirmKlarnaPayment: (secret, { payment_method: { billing_details }, return_url }) =>
        confirm(secret, {
          "payment_method_data[type]": "klarna",
          "payment_method_data[billing_details]": JSON.stringify(billing_details),
          return_url,
        }),
      confirmPayment: ({ clientSecret }) =>
        confirm(clientSecret, {
          "payment_method_data[type]": "card",
          "payment_method_data[card][number]": localStorage.getItem("wallet"),
        }),
    };
  };
  window.Stripe.version = "endive";

  function bankAsks() {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", "Your bank asks");
    dialog.innerHTML = `<button value="yes">Complete</button><button value="no">Fail</button>`;
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      for (const button of dialog.querySelectorAll("button"))
        button.addEventListener("click", () => {
          dialog.remove();
          resolve(button.value === "yes");
        });
    });
  }
})();
