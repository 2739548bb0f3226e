/**
 * Starts ops/compose.yaml as docs/operations.md says: healthy, confined, requests through its proxy, a release of one process after the
 * other, a process that dies, stop and start with kept volumes.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";
import { answers, ask, OFFICE, SHOP } from "./caddy.mjs";
import { hasCompose, output, quietly, run, say, withStandIn } from "./containers.mjs";
import { until } from "./debian.mjs";

const SHOPS = ["left", "right"];
/** Seconds that Compose waits for a process of the shop, and for the database. */
const STOP_WITHIN = 35;
const FORM = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "0" };
/** Network address that a client claims to have. */
const FORGED = "203.0.113.9";

/** Adds what is wrong to `complaints`; returns false where compose files cannot be started. */
export async function composed({ program, name, image, complaints }) {
  if (!hasCompose(program)) return false;
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-compose-"));
  const stage = {
    program,
    complaints,
    home,
    project: `${name}-compose`,
    http: await freePort(),
    https: await freePort(),
  };
  stage.env = {
    ...process.env,
    SHOP_HOST: SHOP,
    BACK_OFFICE_HOST: OFFICE,
    ...Object.fromEntries(["SHOP", "OWNER"].map((role) => [`${role}_DATABASE_PASSWORD`, `of-${role}`])),
    DATABASE_ADMIN_PASSWORD: "of-admin",
  };
  await writeFile(join(home, "test.yaml"), testLayer(stage, image));
  try {
    const { services } = JSON.parse(output(...compose(stage, "config", "--format", "json")));
    for (const service of ["database", "proxy"]) await withStandIn(program, services[service].image, service);
    await started(stage);
    confined(stage);
    await answers(stage);
    await addresses(stage);
    await released(stage);
    await died(stage);
    await stoppedAndStarted(stage);
  } finally {
    if (complaints.length > 0) say(spawnSync(...spawned(stage, "logs", "--tail", "30"), { encoding: "utf8" }).stdout);
    quietly(...compose(stage, "down", "--volumes", "--timeout", "5"));
    await rm(home, { recursive: true, force: true });
  }
  return true;
}

/** What the test changes of the compose file: the image just built, free ports, no settings of this folder's own shop. */
const testLayer = ({ http, https }, image) => `services:
${SHOPS.map((shop) => `  ${shop}: { image: ${image}, env_file: !reset [], environment: { MAKE_PICTURES: "false" } }`).join("\n")}
  proxy: { ports: !override ["127.0.0.1:${http}:80", "127.0.0.1:${https}:443"] }
`;

/** Command line of Compose with the project's file and the test's layer. */
const compose = ({ program, home, project, env }, ...args) => {
  const settings = Object.entries(env).filter(([key, value]) => process.env[key] !== value);
  const files = ["ops/compose.yaml", join(home, "test.yaml")].flatMap((file) => ["--file", file]);
  const own = ["compose", "--env-file", "/dev/null", "--project-name", project, ...files, ...args];
  return ["env", ...settings.map(([key, value]) => `${key}=${value}`), program, ...own];
};
const spawned = (stage, ...args) => {
  const [command, ...rest] = compose(stage, ...args);
  return [command, rest];
};
const composing = (stage, ...args) => run(...spawned(stage, ...args));
/** Runs a command in the container of a service. */
const within = (stage, service, ...command) =>
  spawnSync(...spawned(stage, "exec", "-T", service, ...command), { encoding: "utf8" });

async function started(stage) {
  const began = Date.now();
  await composing(stage, "up", "--detach", "--no-build", "--wait", "--wait-timeout", "240");
  await until("the shop behind the proxy", async () => (await home(stage)).status === 200);
  say(`  composed: healthy and behind its proxy ${seconds(began)} s after its first start`);
}

/** User, file system and rights of the shop's processes. */
function confined(stage) {
  for (const shop of SHOPS) {
    const wrong = (what) => stage.complaints.push(`composed: ${shop} ${what}`);
    const { State, Config, HostConfig } = inspected(stage, shop);
    if (State.Health?.Status !== "healthy") wrong(`is ${State.Health?.Status ?? "without a health check"}`);
    if (!Config.User.startsWith("1000:") || within(stage, shop, "id", "-u").stdout.trim() !== "1000")
      wrong("does not run as user 1000");
    if (!HostConfig.ReadonlyRootfs || !HostConfig.CapDrop?.includes("ALL")) wrong("has more rights than the file says");
    const rights = /^CapBnd:\s*(\S+)\n[^]*NoNewPrivs:\s*1$/m.exec(within(stage, shop, "cat", "/proc/1/status").stdout);
    if (!/^0+$/.test(rights?.[1] ?? "")) wrong(`has the rights ${rights?.[1]}`);
    for (const file of ["/srv/shop/x", "/srv/shop/build/x", "/usr/x", "/var/x"])
      if (within(stage, shop, "touch", file).status === 0) wrong(`can write ${file}`);
    if (within(stage, shop, "touch", "/srv/shop/data/x").status !== 0) wrong("cannot write its volume");
  }
}

/** The shop counts a client by its own address, whatever the client says of itself, and a client elsewhere apart from it. */
async function addresses(stage) {
  const { https, complaints } = stage;
  const forged = { method: "POST", Origin: `https://${SHOP}`, "X-Forwarded-For": FORGED, ...FORM };
  await ask(https, SHOP, "/unsubscribe?token=x", forged);
  const inside = `process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"; require("node:https").request({ host: "proxy", servername: "${SHOP}", path: "/unsubscribe?token=x", method: "POST", headers: { Host: "${SHOP}", Origin: "https://${SHOP}", "X-Forwarded-For": "${FORGED}", "Content-Type": "${FORM["Content-Type"]}", "Content-Length": "0" } }).end()`;
  within(stage, "left", "node", "--no-warnings", "--eval", inside);
  const query = "select key from rate_limits where key like 'unsubscribe-network%'";
  const keys = within(stage, "database", "psql", "--username=shop", "--no-align", "--tuples-only", "--command", query);
  const counted = keys.stdout.trim().split("\n").filter(Boolean);
  say(`  composed: counts ${counted.map((key) => key.split(":").slice(1).join(":")).join(" and ")} as two clients`);
  const own = Object.values(inspected(stage, "left").NetworkSettings.Networks)[0].IPAddress;
  if (counted.length !== 2 || !counted.some((key) => key.includes(own)) || keys.stdout.includes(FORGED))
    complaints.push(`composed: clients are counted as ${counted.join(", ")}`);
}

/** Replaces one process after the other as a release does; no request may fail meanwhile. */
async function released(stage) {
  const began = Date.now();
  const failures = await whileAsking(stage, async () => {
    for (const shop of SHOPS)
      await composing(stage, "up", "--detach", "--no-build", "--no-deps", "--force-recreate", "--wait", shop);
  });
  say(
    `  composed: both replaced in ${seconds(began)} s, ${failures.asked} requests meanwhile, ${failures.failed} failed`,
  );
  if (failures.failed > 0)
    stage.complaints.push(`composed: ${failures.failed} requests failed, first: ${failures.first}`);
}

/** Kills a process: the other one answers, and Docker starts it again. */
async function died(stage) {
  const kill = `for (const pid of require("node:fs").readdirSync("/proc").filter(Number)) try { if (require("node:fs").readFileSync("/proc/" + pid + "/cmdline", "utf8").includes("\\0serve")) process.kill(pid, "SIGKILL") } catch {}`;
  const began = Date.now();
  const failures = await whileAsking(stage, async () => {
    within(stage, "left", "node", "--eval", kill);
    await until("the killed process", async () => {
      const { RestartCount, State } = inspected(stage, "left");
      return RestartCount > 0 && State.Health.Status === "healthy";
    });
  });
  say(
    `  composed: a killed process is back after ${seconds(began)} s, ${failures.failed} of ${failures.asked} requests failed`,
  );
  // A request on its way in the process that dies is lost.
  if (failures.failed > 1)
    stage.complaints.push(`composed: ${failures.failed} requests failed beside a killed process`);
}

async function stoppedAndStarted(stage) {
  const { complaints } = stage;
  const state = async () => [
    within(stage, "left", "sha256sum", "/srv/shop/data/secret-key").stdout,
    within(stage, "right", "sha256sum", "/srv/shop/data/secret-key").stdout,
    (await home(stage, "/api/products")).body,
  ];
  const before = await state();
  if (before[0] === "" || before[0] !== before[1]) complaints.push("composed: the processes have other secret keys");
  const began = Date.now();
  await composing(stage, "stop");
  const took = (Date.now() - began) / 1000;
  const codes = [...SHOPS, "database", "proxy"].map(
    (service) => `${service} ${inspected(stage, service).State.ExitCode}`,
  );
  say(`  composed: stopped in ${took.toFixed(1)} s (${codes.join(", ")})`);
  if (took >= STOP_WITHIN || codes.some((code) => !code.endsWith(" 0")))
    complaints.push(`composed: stopped after ${took} s with ${codes.join(", ")}`);
  const again = Date.now();
  await composing(stage, "up", "--detach", "--no-build", "--wait", "--wait-timeout", "240");
  await until("the shop behind the proxy again", async () => (await home(stage)).status === 200);
  say(`  composed: back ${seconds(again)} s after its second start`);
  if (JSON.stringify(await state()) !== JSON.stringify(before)) complaints.push("composed: a volume was not kept");
}

/** Asks for the home page ten times a second while something happens. */
async function whileAsking(stage, act) {
  const over = new AbortController();
  const found = { asked: 0, failed: 0, first: "" };
  const asking = (async () => {
    while (!over.signal.aborted) {
      const status = await home(stage).then(
        (answer) => answer.status,
        (error) => error.message,
      );
      found.asked += 1;
      if (status !== 200 && (found.failed += 1) === 1) found.first = String(status);
      await pause(100);
    }
  })();
  try {
    await act();
  } finally {
    over.abort();
    await asking;
  }
  return found;
}

const home = ({ https }, path = "/") => ask(https, SHOP, path);
const seconds = (began) => Math.round((Date.now() - began) / 1000);
const inspected = (stage, service) => {
  const id = output(...compose(stage, "ps", "--all", "--quiet", service));
  return JSON.parse(output(stage.program, "inspect", id))[0];
};
