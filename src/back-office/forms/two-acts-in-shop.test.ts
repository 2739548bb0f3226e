import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { exportContent } from "~/content/export-content.server";
import { sendCode } from "~/privacy/request-letters.server";
import { memberPasskeys } from "~/shop/members/members.tables";
import { cents } from "~/shop/money";
import { subscribe } from "~/shop/newsletter/newsletter.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { balanceEntries } from "~/shop/payments/payouts.tables";
import { dayIn } from "~/shop/shop-time";
import { collectIn } from "~/testing/collected-tax.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { personAddress } from "../people/person-key";
import { walkForms } from "~/testing/walked-forms/walk-forms.server";
import { openWalkedShop } from "~/testing/walked-forms/walked-shop.server";

const walked = await openWalkedShop();
const { shop, db, owner, office, signedIn, one, product, variantOf, uploaded, bought } = walked;
const name = () => `walk-${randomUUID().slice(0, 8)}`;
const csv = (rows: string[][]) => new File([rows.map((row) => row.join(",")).join("\n")], "goods.csv");
const imported = async (head = ["Handle", "Title", "Variant Price", "Status"], row: string[] = []) => {
  const own = name();
  return uploaded("/imports/upload", csv([head, [own, own, "9.50", "draft", ...row]]));
};
const applied = async (page: string) => {
  const version = /name="version" value="(\d+)"/.exec(await (await office.fetch(page)).text())?.[1] ?? "";
  await office.post(page, { submission: randomUUID(), form: "preview", version, intent: "apply" });
  return page;
};
const contentFile = async () => {
  const lines: string[] = [];
  const pictures = { ...shop.pictures, original: () => Promise.resolve(undefined) };
  for await (const line of exportContent({ ...shop, pictures })) lines.push(line.trimEnd());
  const all = lines.slice(0, -1).filter((line) => !/^\{"table" ?: ?"media_uses"/.test(line));
  all.splice(1, 0, `${JSON.stringify({ table: "settings", row: { name: "returnDays", value: 14 + (files += 1) } })},`);
  const digest = createHash("sha256")
    .update(`${all.join("\n")}\n`)
    .digest("hex");
  return uploaded("/content/import", new File([`${all.join("\n")}\n"digest":"${digest}"}\n`], "content.json"));
};
let [files, variant, session, act, state] = [0, 0, "", "", "NY"];
const level = async () => {
  const id = await product();
  variant = await variantOf(id);
  return `/stock/${variant}`;
};
const take = async () => {
  await level();
  const shelf = name();
  await db.execute(sql`update variants set shelf = ${shelf} where id = ${variant}`);
  const answer = await office.post("/stock/count", { submission: randomUUID(), category: "", shelf });
  return place(answer).split("?")[0] ?? "";
};
const counted = async () => {
  const page = await take();
  const fields = { variant: String(variant), counted: "18" };
  await office.post(page, { submission: randomUUID(), form: `count:${variant}`, ...fields });
  return page;
};
const code = async () => {
  const own = name().toUpperCase();
  await office.post("/discounts/new", { submission: randomUUID(), ...discount(own) });
  return `/discounts/${own}`;
};
const discount = (own: string) => ({ name: own, kind: "percent", percent: "10", purpose: "promotion" });
const offer = (percent: string) => ({ kind: "off-from-pieces", pieces: "9", by: "percent", percent, isOn: "yes" });
const anOffer = async () => {
  await office.post("/offers/new", { submission: randomUUID(), ...offer("10") });
  const id = await one<string>(sql`select id from offers order by created_at desc limit 1`);
  return `/offers/${id}`;
};
const severalOffers = async () => {
  await anOffer();
  await anOffer();
  return "/offers";
};
const member = async () => {
  const own = await testMember(shop, "packer", `Sam${name()}`);
  await own.cookie();
  await own.cookie();
  session = await one<string>(sql`select id from member_sessions where member_id = ${own.id} limit 1`);
  return `/members/${own.id}`;
};
const ownSession = async () => {
  await owner.cookie();
  session = await one<string>(
    sql`select id from member_sessions where member_id = ${owner.id} order by created_at desc limit 1`,
  );
  return "/account";
};
const range = async () => {
  state = "NY";
  await collectIn(shop, "NY", { stateRate: 40_000 as never });
  const zip = String(14_000 + (files += 1));
  await office.post("/settings/tax/NY/rates", {
    form: "add",
    submission: randomUUID(),
    zipFrom: zip,
    zipTo: "",
    name: "Walk",
    localRate: "4",
  });
  const html = await (await office.fetch("/settings/tax/NY/rates")).text();
  return new RegExp(`/back-office(/settings/tax/NY/rates/${zip}[^"]*)"`).exec(html)?.[1] ?? "";
};
const changed = async () => {
  const id = await product();
  const version = await one<number>(sql`select version from products where id = ${id}`);
  const answer = await office.post(`/goods/${id}/status`, {
    submission: randomUUID(),
    form: "now",
    version: String(version),
    to: "archived",
  });
  act = /done=([\w-]+)/.exec(place(answer))?.[1] ?? "";
  return `/log/${act}`;
};
/** Notes a request of a person; `state` is the code that the person got. */
const request = async () => {
  const fields = { submission: randomUUID(), kind: "copy", email: `${name()}@example.com`, came: "2026-11-20" };
  const page = place(await office.post("/people/requests/new", fields)).split("?")[0] ?? "";
  await sendCode(shop, page.split("/").at(-1) ?? "");
  state = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(shop.letters.at(-1)?.text ?? "")?.[0] ?? "";
  return page;
};
const provedRequest = async () => {
  const page = await request();
  await office.post(page, { form: "prove", submission: randomUUID(), code: state });
  return page;
};
const movement = async () => {
  const entry = { gateway: "stripe", practice: false, at: new Date(), day: "2026-11-20", fee: cents(0) } as const;
  const row = {
    ...entry,
    id: `txn_${name()}`,
    kind: "payment",
    amount: cents(77_00),
    words: "Somebody else's",
  } as const;
  await db.insert(balanceEntries).values(row);
  state = row.id;
  return "/payouts/unmatched";
};
const refusedRefund = async () => {
  const payment = { id: randomUUID(), gateway: "sandbox", method: "Credit Card", amount: cents(77_00) } as const;
  await db.insert(payments).values({ ...payment, state: "received" });
  state = randomUUID();
  const refund = { id: state, paymentId: payment.id, cause: "amount", amount: cents(77_00), state: "failed" } as const;
  await db.insert(refunds).values(refund);
  return "/payouts/refused";
};
const near = async () => {
  const number = await bought();
  const day = dayIn(new Date(), shop.settings().timeZone);
  const sale = { at: new Date(), day, orderNumber: number, position: 0, kind: "sale", part: "line" } as const;
  await db.insert(saleEvents).values({ ...sale, amount: 90_000_00 as never, state: "GA" });
  return "/settings/tax";
};
const zone = async () => {
  const place = ["GU", "PR", "VI", "AS"][(zones += 1)] ?? "MP";
  await office.post("/settings/zones/new", {
    form: "save",
    submission: randomUUID(),
    name: `Zone ${place}`,
    kind: "places",
    [`place-${place}`]: "yes",
    delivers: "yes",
    by: "one",
    price: "19.90",
  });
  const html = await (await office.fetch("/settings/zones")).text();
  const [last = ""] = [...html.matchAll(/\/back-office(\/settings\/zones\/(?!new)[\w-]+)"/g)]
    .map(([, path]) => path)
    .slice(-1);
  return last;
};
let zones = 0;
const apart = async () => {
  const own = await openTestShop();
  return { office: officeAs(own, await testMember(own, "owner", "Dana")), db: own.db };
};
const [demo, start] = [await apart(), await apart()];
const inBrowser = async () => signedIn;
walkForms("shop", walked, {
  "stock/delivery.page": {
    form: {
      at: async () => {
        await level();
        await db.execute(sql`update variants set sku = ${`SKU-${variant}`} where id = ${variant}`);
        return "/stock/delivery";
      },
      types: () => [
        { lines: `SKU-${variant} 3`, reason: "From the tailor" },
        { lines: `SKU-${variant} 4`, reason: "From the tailor" },
      ],
    },
  },
  "stock/variant.page": {
    adjust: {
      at: level,
      types: [
        { wanted: "7", cause: "count", reason: "Counted again" },
        { wanted: "9", cause: "count", reason: "Counted again" },
      ],
    },
    mark: { at: level, types: [{ mark: "3" }, { mark: "4" }] },
  },
  "stock-take/takes.page": {
    form: {
      at: async () => {
        await level();
        await db.execute(sql`update variants set shelf = ${`W${variant}`} where id = ${variant}`);
        return "/stock/count";
      },
      types: () => [
        { category: "", shelf: `W${variant}` },
        { category: "", shelf: `W${variant}` },
      ],
      isUnlogged: true,
    },
  },
  "stock-take/take.page": {
    count: {
      at: take,
      types: () => [
        { variant: String(variant), counted: "18" },
        { variant: String(variant), counted: "17" },
      ],
      isUnlogged: true,
      ends: true,
    },
    "leave-out": {
      at: async () => `${await counted()}?pair=${variant}`,
      types: () => [{ variant: String(variant) }, { variant: String(variant) }],
      isUnlogged: true,
      ends: true,
    },
    finish: { at: counted, ends: true },
    "give-up": { at: take, ends: true },
  },
  "imports/import.page": {
    preview: { at: () => imported(), types: [{ intent: "apply" }, { intent: "drop" }], ends: true },
    drafts: { at: async () => applied(await imported()), isUnlogged: true },
    fetch: {
      at: async () =>
        applied(
          await imported(
            ["Handle", "Title", "Variant Price", "Status", "Image Src"],
            ["https://pictures.example/walk.jpg"],
          ),
        ),
      isUnlogged: true,
    },
  },
  "imports/columns.page": {
    form: {
      at: async () => `${await imported()}/columns`,
      types: [{ "column-0": "handle" }, { "column-0": "" }],
      isUnlogged: true,
    },
  },
  "content/content-import.page": {
    apply: { at: contentFile, ends: true },
    drop: { at: contentFile, isUnlogged: true, ends: true },
  },
  "content/demo.page": { form: { in: async () => demo, at: () => "/demo", ends: true } },
  "content/invented.page": {
    form: { at: () => "/invented-texts", types: [{ chosen: "page about " }, { chosen: "page community donation." }] },
  },
  "content/start.page": {
    form: {
      in: async () => start,
      at: () => "/start-for-real",
      types: [{ shopName: "Iron Mesa" }, { shopName: "Iron Mesa" }],
      ends: true,
    },
  },
  "discounts/new-code.page": {
    form: { at: () => "/discounts/new", types: () => [discount("WALKONE"), discount("WALKTWO")] },
  },
  "discounts/code.page": {
    save: { at: code, types: [{ mostUses: "5" }, { mostUses: "6" }], other: { minimum: "20" } },
    turn: { at: code },
  },
  "offers/new-offer.page": {
    form: { at: () => "/offers/new", types: () => [offer("21"), offer("22")] },
  },
  "offers/offer.page": {
    save: { at: anOffer, types: [{ percent: "5" }, { percent: "6" }], other: { many: "things" } },
    turn: { at: anOffer },
  },
  "offers/offers.page": { move: { at: severalOffers, types: [{ to: "earlier" }, { to: "earlier" }] } },
  "settings/settings.page": {
    form: {
      at: () => "/settings/delivery",
      types: [{ deliveryFee: "4.01" }, { deliveryFee: "4.02" }],
      other: { shipsWithin: "2 days" },
    },
  },
  "tax/tax.page": { note: { at: near, of: "GA", ends: true } },
  "tax/limits.page": {
    form: { at: () => "/settings/tax/limits", types: [{ "sales-GA": "201" }, { "sales-GA": "202" }] },
  },
  "tax/service.page": {
    form: {
      at: () => "/settings/tax/service",
      types: [{ clothing: "txcd_20030000" }, { clothing: "txcd_30011000" }],
    },
  },
  "tax/read-rates.page": {
    form: {
      at: async () => {
        await range();
        const lines = `NY,${12_000 + (files += 1)},,8.75,Walk`;
        const asked = await office.post("/settings/tax/read", {
          submission: randomUUID(),
          intent: "check",
          state: "",
          lines,
          source: "",
          meaning: "together",
        });
        act = /name="checked" value="([^"]*)"/.exec(await asked.text())?.[1] ?? "";
        state = lines;
        return "/settings/tax/read";
      },
      types: () => [
        { intent: "apply", lines: state, checked: act },
        { intent: "apply", lines: state, checked: act },
      ],
      ends: true,
    },
  },
  "tax/state.page": {
    save: {
      at: () => "/settings/tax/CO",
      types: [
        { stateRate: "2.9", source: "The state", since: "2026-01-01" },
        { stateRate: "3.1", source: "The state", since: "2026-01-01" },
      ],
    },
    turn: {
      at: async () => {
        await collectIn(shop, "NV", { stateRate: 40_000 as never });
        return "/settings/tax/NV";
      },
      ends: true,
    },
  },
  "tax/rates.page": {
    add: {
      at: async () => {
        await range();
        return "/settings/tax/NY/rates";
      },
      types: () => [
        { zipFrom: "13001", name: "Walk", localRate: "4" },
        { zipFrom: "13002", name: "Walk", localRate: "4" },
      ],
    },
    choose: {
      at: async () => {
        await range();
        for (const county of ["One", "Two"])
          await office.post("/settings/tax/NY/rates", {
            form: "add",
            submission: randomUUID(),
            zipFrom: "12309",
            zipTo: "",
            name: county,
            localRate: county === "One" ? "4" : "4.5",
          });
        return "/settings/tax/NY/rates";
      },
    },
  },
  "tax/range.page": {
    save: { at: range, types: [{ localRate: "4.25" }, { localRate: "4.5" }] },
    remove: { at: range, ends: true },
  },
  "zones/zone.page": {
    save: {
      at: () => "/settings/zones/new",
      types: [
        { name: "Far", kind: "places", "place-AK": "yes", delivers: "yes", by: "one", price: "14.90" },
        { name: "Isles", kind: "places", "place-HI": "yes", delivers: "yes", by: "one", price: "9.90" },
      ],
    },
    remove: { at: zone, ends: true },
  },
  "payouts/unmatched.page": {
    note: { at: movement, types: () => [{ id: state }, { id: state }], ends: true, isSilent: true },
  },
  "payouts/refused.page": {
    handled: { at: refusedRefund, types: () => [{ id: state }, { id: state }], ends: true, isSilent: true },
  },
  "newsletter/newsletter.page": {
    form: {
      at: async () => {
        await subscribe(shop, `${name()}@example.com`, "pop-up");
        state = String(await one<number>(sql`select max(id) from subscriptions`));
        return "/newsletter";
      },
      types: () => [{ id: state }, { id: state }],
      ends: true,
    },
  },
  "people/person.page": {
    form: {
      at: async () => {
        const email = `${name()}@example.com`;
        await subscribe(shop, email, "pop-up");
        const html = await (await office.post("/people", { text: email })).text();
        return /href="\/back-office(\/people\/(?!requests)[^"]+)"/.exec(html)?.[1] ?? "";
      },
      ends: true,
    },
  },
  "people/new-request.page": {
    form: {
      at: () => "/people/requests/new",
      types: () => [{ email: `${name()}@example.com` }, { email: `${name()}@example.com` }],
    },
  },
  "people/request.page": {
    prove: { at: request, types: () => [{ code: state }, { code: state }], ends: true },
    copy: { at: provedRequest, ends: true },
    refuse: {
      at: provedRequest,
      types: [{ words: "An order is on its way." }, { words: "Another one, too." }],
      ends: true,
    },
  },
  "people/person-erase.page": {
    form: {
      at: () => `${personAddress(shop, `${name()}@example.com`)}/erase`,
      types: [{ read: "yes" }, { read: "yes" }],
    },
  },
  "members/invite.page": {
    form: {
      at: () => "/members/invite",
      types: () => [
        { email: `one-${files}@ironmesa.example`, role: "packer" },
        { email: `two-${files}@ironmesa.example`, role: "editor" },
      ],
      isUnlogged: true,
    },
  },
  "members/members.page": {
    "take-back": {
      at: async () => {
        const email = `${name()}@ironmesa.example`;
        await office.post("/members/invite", { submission: randomUUID(), email, role: "packer" });
        session = await one<string>(sql`select id from member_links where email = ${email}`);
        return "/members";
      },
      types: () => [{ invitation: session }, { invitation: session }],
      isUnlogged: true,
      ends: true,
    },
  },
  "members/member.page": {
    role: { at: member, types: [{ role: "editor" }, { role: "manager" }] },
    end: { at: member, ends: true },
    renew: { at: member, isUnlogged: true, ends: true },
    session: { at: member, isUnlogged: true, types: () => [{ session }, { session }], ends: true },
    sessions: { at: member, isUnlogged: true, ends: true },
  },
  "account/account.page": {
    "remove-passkey": {
      at: async () => {
        for (const id of [name(), name()]) {
          const key = { id, memberId: owner.id, rpId: "localhost", publicKey: "key", counter: 0, name: "A key" };
          await db.insert(memberPasskeys).values({ ...key, transports: [], isBackedUp: false });
          session = id;
        }
        return "/account";
      },
      types: () => [{ passkey: session }, { passkey: session }],
      isUnlogged: true,
    },
    session: { in: inBrowser, at: ownSession, types: () => [{ session }, { session }], isUnlogged: true, ends: true },
    sessions: { in: inBrowser, at: ownSession, isUnlogged: true, ends: true },
  },
  "account/details.page": {
    form: { at: () => "/account/details", types: [{ name: "Olga One" }, { name: "Olga Two" }] },
  },
  "account/codes.page": { form: { at: () => "/account/codes", isUnlogged: true } },
  "account/password.page": {
    password: {
      in: inBrowser,
      at: () => "/account/password",
      types: [{ password: "anchor violin seven moss" }, { password: "anchor violin eight moss" }],
      isUnlogged: true,
    },
    both: { apart: "the code of an app fits one secret that the page shows once; members.test.ts walks it" },
  },
  "account/passkey.page": {
    passkey: {
      apart: "sent by script only, with what the device signs for one challenge; passkeys.test.ts walks it",
    },
  },
  "log/act.page": {
    form: { at: changed, ends: true },
  },
  "system/system.page": { form: { apart: "its form lists failed jobs, which the test's shop does not run" } },
  "shell/light-and-keys.page": {
    form: { at: () => "/keys", types: [{ room: "night" }, { room: "day" }], isUnlogged: true },
  },
  "welcome/shop.page": {
    form: {
      at: () => "/welcome/shop",
      types: [{ shopName: "Iron Walk" }, { shopName: "Iron Mesa" }],
      isSilent: true,
    },
  },
  "today/today.page": {
    form: { at: () => "/", types: [{ step: "delivery" }, { step: "payments" }], isUnlogged: true },
  },
});
