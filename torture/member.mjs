import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { changeForm, madeForm, waitingForm } from "./changes.mjs";
import { parcelForm } from "./lost.mjs";
import { clearForm, hereForm, orderForm, packingForm } from "./order-forms.mjs";
import { returnForm } from "./returns.mjs";

/** Expected HTTP statuses of answers to a member's form; any other status is a fault. */
const ANSWERED = new Set([302, 409, 422, 429]);
/** Expected HTTP statuses of pages that a member reads. */
const READ = new Set([200, 404, 422]);
const OUTAGE = new Set([502, 503]);
/** Builders of the forms that members send. */
const FORMS = {
  returnForm,
  orderForm,
  changeForm,
  waitingForm,
  madeForm,
  parcelForm,
  hereForm,
  packingForm,
  clearForm,
};
const WEIGHTS = {
  returnForm: 30,
  orderForm: 30,
  changeForm: 36,
  waitingForm: 5,
  madeForm: 8,
  parcelForm: 24,
  hereForm: 10,
  packingForm: 8,
  clearForm: 1,
};

/** Weights of the forms in a run with `--changes`, most of which change orders. */
const OF_CHANGES = {
  ...WEIGHTS,
  returnForm: 8,
  parcelForm: 4,
  hereForm: 3,
  changeForm: 60,
  waitingForm: 8,
  madeForm: 20,
};

/**
 * Ignores an error, which may occur while the database is down, but rethrows one of SQLSTATE class 42, which is an error in this
 * program's statements.
 */
function unlessWrong(error) {
  if (String(error.code).startsWith("42")) throw error;
  return undefined;
}

/**
 * A member who works in the back office like a browser without script: refunds, packs, ships, cancels and changes orders, makes
 * orders by telephone, handles returns step by step or together with their refund, and decides about lost parcels.
 */
export class Member {
  #draw;
  #shops;
  #ledger;
  #token = randomBytes(32).toString("base64url");
  #weights;
  #isOver = false;
  /** Number of accepted forms, and of forms that the shop refused as it has to, by kind. */
  done = new Map();

  constructor({ draw, shops, ledger, changes = false }) {
    this.#draw = draw;
    this.#weights = changes ? OF_CHANGES : WEIGHTS;
    this.#shops = shops;
    this.#ledger = ledger;
  }

  /** Stores a session directly, without signing in, which has its own tests. */
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

  /** Sends forms until `end` is called. */
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
    const make = FORMS[this.#draw.weighed(this.#weights)];
    const { query, goods } = this.#ledger;
    const world = { query, goods, draw: this.#draw, page: (path, fields) => this.#page(path, fields) };
    const form = await make(world).catch(unlessWrong);
    if (!form) return;
    const { what, path, fields, isRefused = false } = form;
    const isTaken = await this.#sendTimes(path, { submission: this.#uuid(), ...fields });
    if (isTaken && isRefused) this.#shops.faults.push(`a member could ${what}, which has to be refused`);
    const name = isTaken ? what : isRefused ? `try to ${what}` : undefined;
    if (name) this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  /** Sends a form, sometimes twice at once, like a double click or a second window. Returns whether the shop accepted one. */
  async #sendTimes(path, fields) {
    const times = this.#draw.chance(0.3) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, () => this.#send(path, fields)));
    return answers.includes(302);
  }

  #uuid() {
    const hex = Array.from({ length: 32 }, () => this.#draw.below(16).toString(16)).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-",
    );
  }

  /** Sends a form, and again after a broken connection or an outage, at most 200 times. Returns the status, or 0. */
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

  #sendOnce = async (shop, path, fields) =>
    this.#fetch(shop, path, { method: "POST", body: new URLSearchParams(fields) }).then(
      (response) => response.status,
      () => 0,
    );

  /** Text of a page, or of the answer to a form that only reads; undefined while the shop does not answer. */
  async #page(path, fields) {
    const shop = this.#shops.anyOpen(this.#draw);
    const body = fields && new URLSearchParams({ submission: this.#uuid(), ...fields });
    const answer = shop && (await this.#fetch(shop, path, body ? { method: "POST", body } : {}).catch(() => undefined));
    if (!answer) return undefined;
    if (!READ.has(answer.status) && !OUTAGE.has(answer.status))
      this.#shops.faults.push(
        `${path.replace(/\d{8}/, "…").split("?")[0]} answered ${answer.status} to a member who reads`,
      );
    return answer.text().catch(() => undefined);
  }

  #fetch(shop, path, options) {
    const { port } = new URL(shop.address);
    const origin = `http://localhost:${port}`;
    // Over http, the back office accepts only browsers on its own machine.
    const headers = { origin, cookie: `workshop-${port}=${this.#token}`, "x-forwarded-for": "127.0.0.1" };
    return fetch(origin + path, { ...options, headers, redirect: "manual", signal: AbortSignal.timeout(60_000) });
  }
}
