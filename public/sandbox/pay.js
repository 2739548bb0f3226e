// What js.stripe.com is to Stripe, this is to the sandbox: the only one that talks to the gateway, so that card numbers
// pass nobody else. It keeps nothing.
window.SandboxPay = (publishableKey) => ({
  async ask(step, body) {
    const response = await fetch(`/api/sandbox/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "x-publishable-key": publishableKey },
      body: JSON.stringify(body),
    });
    return { ok: response.ok, answer: await response.json() };
  },
});
