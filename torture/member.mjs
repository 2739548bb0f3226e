import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { returnForm } from "./returns.mjs";

/** What a member may be answered; any other status is a fault. */
const ANSWERED = new Set([302, 409, 422]);
const OUTAGE = new Set([502, 503]);
const REFUND_REASON = "Changed their mind";
const CANCEL_REASON = "Sold out";

/** A member of the shop who refunds, ships and cancels orders and takes returns a step on in the workshop, as a browser without script does. */
export class Member {
  #draw;
  #shops;
  #ledger;
  #token = randomBytes(32).toString("base64url");
  #isOver = false;
  /** How many forms were taken, by what they were for. */
  done = new Map();

  constructor({ draw, shops, ledger }) {
    this.#draw = draw;
    this.#shops = shops;
    this.#ledger = ledger;
  }

  /** Signs in past the door: whose factors count is tested there. */
  async join() {
    const hash = createHash("sha256").update(this.#token).digest("base64url");
    const [{ id }] = await this.#ledger.query(
      `insert into member_accounts (name, email, role, passphrase_hash, totp_secret, passkey_user)
        values ('Robin', $1, 'manager', 'none', 'none', $1) returning id`,
      [`${hash.slice(0, 12).toLowerCase()}@ironmesa.example`],
    );
    await this.#ledger.query(`insert into member_recovery_codes (code_hash, member_id) values ($1, $2)`, [hash, id]);
    await this.#ledger.query(
      `insert into member_sessions (token_hash, member_id, agent, created_at, seen_at, confirmed_at)
        select $1, $2, 'torture', moment, moment, moment from (select now() + interval '11 hours' as moment) later`,
      [hash, id],
    );
  }

  /** Works until `end` is called. */
  async work() {
    while (!this.#isOver) {
      await pause(60 + this.#draw.below(240));
      await this.#act();
    }
  }

  end() {
    this.#isOver = true;
  }

  async #act() {
    if (this.#draw.chance(0.45)) {
      const form = await returnForm({ query: this.#ledger.query, draw: this.#draw }).catch(() => undefined);
      if (form) await this.#sendTimes(form.what, form.path, { submission: this.#uuid(), ...form.fields });
      return;
    }
    const order = await this.#anyOrder().catch(() => undefined);
    if (!order) return;
    const what = this.#draw.weighed({ refund: 6, ship: 3, cancel: 1.5 });
    const fields = { submission: this.#uuid(), version: String(order.version), ...this.#fieldsOf(what, order) };
    await this.#sendTimes(what, `/back-office/orders/${order.number}/${what}`, fields);
  }

  /** Sends a form; now and then by a double click, or from two windows. */
  async #sendTimes(what, path, fields) {
    const times = this.#draw.chance(0.3) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, () => this.#send(path, fields)));
    if (answers.includes(302)) this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  /** An order that is paid, with its lines; nothing when there is none, or the database is away. */
  async #anyOrder() {
    const orders = await this.#ledger.query(`select number, version from orders
      where state in ('paid', 'packed', 'partly-refunded', 'shipped') and paid_at is not null order by number`);
    const order = this.#draw.oneOf(orders);
    if (!order) return undefined;
    const lines = await this.#ledger.query(
      `select position, quantity from order_lines where order_number = $1 order by position`,
      [order.number],
    );
    return { ...order, lines };
  }

  #fieldsOf(what, { lines }) {
    const draw = this.#draw;
    if (what === "cancel") return { reason: CANCEL_REASON };
    const chosen = lines.filter(() => draw.chance(0.6));
    const pieces = Object.fromEntries(
      (chosen.length > 0 ? chosen : lines).map(({ position, quantity }) => [
        `pieces-${position}`,
        String(1 + draw.below(quantity)),
      ]),
    );
    if (what === "ship") return { ...pieces, carrier: "UPS", tracking: `1Z${draw.below(1e9)}` };
    return {
      ...(draw.chance(0.9) && pieces),
      ...(draw.chance(0.2) && { delivery: "yes" }),
      ...(draw.chance(0.2) && { goodwill: `${draw.below(9)}.${10 + draw.below(90)}` }),
      ...(draw.chance(0.5) && { restock: "yes" }),
      reason: REFUND_REASON,
    };
  }

  #uuid() {
    const hex = Array.from({ length: 32 }, () => this.#draw.below(16).toString(16)).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-",
    );
  }

  /** Sends a form until it is answered, the same one after each broken connection. */
  async #send(path, fields) {
    for (let turn = 0; turn < 200; turn += 1) {
      const shop = this.#shops.anyOpen(this.#draw);
      const status = shop ? await this.#sendOnce(shop, path, fields) : 0;
      if (ANSWERED.has(status)) return status;
      if (status !== 0 && !OUTAGE.has(status)) {
        this.#shops.faults.push(`${path.replace(/R?\d{7,8}/, "…")} answered ${status} to a member`);
        return status;
      }
      await pause(150);
    }
    return 0;
  }

  async #sendOnce(shop, path, fields) {
    const { port } = new URL(shop.address);
    const origin = `http://localhost:${port}`;
    // The workshop opens over http for a browser on its own machine only.
    const headers = { origin, cookie: `workshop-${port}=${this.#token}`, "x-forwarded-for": "127.0.0.1" };
    const options = { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" };
    const signal = AbortSignal.timeout(60_000);
    return fetch(origin + path, { ...options, signal }).then(
      (response) => response.status,
      () => 0,
    );
  }
}
