/** Sends requests through Caddy with ops/Caddyfile to a shop: TLS, headers, addresses, the back office's host, a shop that is not ready. */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { request as requestHttps } from "node:https";
import { request as requestHttp } from "node:http";
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import { openStage, until } from "./debian.mjs";

/** Hosts of the shop and the back office in the tests of ops; Caddy signs certificates for `localhost` itself. */
export const SHOP = "shop.localhost";
export const OFFICE = "office.localhost";

/** Adds what is wrong to `complaints`; returns false where Caddy is not installed. */
export async function throughCaddy({ port, complaints }) {
  if (spawnSync("caddy", ["version"], { stdio: "ignore" }).status !== 0) return false;
  const [http, https, seenAt] = [await freePort(), await freePort(), await freePort()];
  const stage = await openStage("caddy");
  const seen = [];
  const echo = createServer((asked, answer) => {
    if (asked.url !== "/readyz") seen.push(asked.headers);
    answer.end("{}");
  });
  echo.listen(seenAt, "127.0.0.1");
  try {
    const start = async (name, [left, right], [plain, secure]) => {
      const file = join(stage.home, `${name}.Caddyfile`);
      await writeFile(file, await caddyfile({ left, right, plain, secure }));
      const env = {
        ...process.env,
        SHOP_HOST: SHOP,
        BACK_OFFICE_HOST: OFFICE,
        HOME: stage.home,
        XDG_DATA_HOME: stage.home,
      };
      const child = await stage.start(name, "caddy", ["run", "--adapter", "caddyfile", "--config", file], { env });
      await until(`Caddy (${name})`, async () => (await ask(secure, SHOP, "/healthz")).status < 500, 30_000);
      return child;
    };
    // The second process of the shop is not there: every request goes to the first.
    await start("shop", [port, await freePort()], [http, https]);
    await answers({ http, https, complaints });
    const [plain, secure] = [await freePort(), await freePort()];
    await start("seen", [seenAt, seenAt], [plain, secure]);
    await ask(secure, SHOP, "/forged", {
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Proto": "http",
      "X-Forwarded-Host": "evil.example",
    });
    forwarded(seen.at(-1) ?? {}, complaints);
  } finally {
    echo.close();
    await stage.close();
  }
  return true;
}

/** The project's Caddyfile with the addresses of this stage, and certificates of Caddy's own. */
async function caddyfile({ left, right, plain, secure }) {
  const text = await readFile("ops/Caddyfile", "utf8");
  const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${secure}\n}\n`;
  return options + text.replaceAll("left:3000", `127.0.0.1:${left}`).replaceAll("right:3000", `127.0.0.1:${right}`);
}

/** Adds what is wrong with answers through Caddy on its two ports to `complaints`. */
export async function answers({ http, https, complaints }) {
  const expect = (is, complaint) => is || complaints.push(`Caddy: ${complaint}`);
  const home = await ask(https, SHOP, "/");
  expect(home.status === 200, `home answers ${home.status}`);
  expect(/max-age=\d{7,}/.test(home.headers["strict-transport-security"] ?? ""), "home has no HSTS");
  for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy"])
    expect(home.headers[name] !== undefined, `home has no ${name}`);
  const plain = await ask(http, SHOP, "/shop/men", {}, requestHttp);
  expect(
    plain.status === 308 && plain.headers.location === `https://${SHOP}/shop/men`,
    `http answers ${plain.status} ${plain.headers.location}`,
  );
  const office = await ask(https, OFFICE, "/back-office/sign-in");
  expect(office.status < 400, `the back office's host answers ${office.status} to its sign-in`);
  const elsewhere = await ask(https, SHOP, "/back-office/sign-in");
  expect(elsewhere.status === 404, `the shop's host answers ${elsewhere.status} to the sign-in`);
}

/** The headers with which the shop learns of the browser: what the browser says of itself is not passed on. */
function forwarded(headers, complaints) {
  const wanted = { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https", "x-forwarded-host": SHOP };
  for (const [name, value] of Object.entries(wanted))
    if (headers[name] === undefined || !headers[name].startsWith(value) || headers[name].includes("203.0.113.9"))
      complaints.push(`Caddy: ${name} is ${headers[name]}`);
}

/** Requests a path through Caddy; its certificate is of its own authority. */
export const ask = (port, host, path, { method = "GET", ...headers } = {}, request = requestHttps) =>
  new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      path,
      method,
      servername: host,
      rejectUnauthorized: false,
      headers: { Host: host, ...headers },
    };
    request(options, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (part) => (body += part));
      answer.once("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
    })
      .once("error", reject)
      .end();
  });
