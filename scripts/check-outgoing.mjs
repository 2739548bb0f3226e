// Checks that outgoing network calls are made only by modules that pass them through `Outgoing`.
import { parsed, read, sourceFiles, walk } from "./sources.mjs";

/** Modules that call other machines, each through `Outgoing`. */
const DOORS = /^src\/platform\/(public-fetch|mail|object-store)\.server\.ts$|^src\/shop\/payments\/stripe\.server\.ts$/;
/** Browser code, which calls only the shop itself, and tests with fakes. */
const ELSEWHERE = /\.client\.ts$|^src\/shop\/post-json\.ts$|\.test\.tsx?$|^src\/testing\//;
const MODULES = /^(node:)?(http|https|http2|net|tls|dgram)$/;
const CALLS = ["request", "get", "connect", "createConnection"];

const wrong = [];
let doors = 0;
for (const file of (await sourceFiles()).toSorted()) {
  if (ELSEWHERE.test(file)) continue;
  const calls = networkCalls(parsed(file, await read(file)).program);
  if (DOORS.test(file)) doors += calls.length > 0 ? 1 : 0;
  else
    for (const call of calls) wrong.push(`${file}: ${call} leaves the process; go through platform/outgoing.server.ts`);
}
if (doors < 4) wrong.push("The modules that may reach other machines were not found.");

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);

/** Finds network calls of a module: imported network functions, clients of libraries, and `fetch`. */
function networkCalls(program) {
  const found = [];
  walk(program, (node) => {
    const { type, callee } = node;
    if (type === "ImportDeclaration" && node.importKind !== "type") found.push(...importedCalls(node));
    if (type === "NewExpression" && ["Stripe", "WebSocket", "S3mini"].includes(callee.name))
      found.push(`new ${callee.name}`);
    if (type !== "CallExpression") return;
    const name = callee.object?.name === "globalThis" ? callee.property?.name : callee.name;
    if (name === "fetch" || name === "createTransport") found.push(name);
  });
  return found;
}

function importedCalls({ source, specifiers }) {
  if (/^(undici|axios|got|ws)$/.test(source.value)) return [source.value];
  if (!MODULES.test(source.value)) return [];
  return specifiers.flatMap(({ type, imported, importKind }) => {
    if (importKind === "type") return [];
    if (type !== "ImportSpecifier") return [source.value];
    return CALLS.includes(imported.name) ? [`${imported.name} of ${source.value}`] : [];
  });
}
