// Checks the licenses of the packages in node_modules and of those that package-lock.json names for other machines. Needs no network.
import { glob } from "node:fs/promises";
import { licenseComplaints } from "./licenses.mjs";
import { read } from "./sources.mjs";

const found = new Map();
const add = ({ name, version, license, licenses }) =>
  name && version && found.set(`${name}@${version}`, { name, license: license ?? licenses });

const { packages } = JSON.parse(await read("package-lock.json"));
for (const [path, { version, license }] of Object.entries(packages))
  // Some packages for other machines say nothing in the lock file; they are read where they are installed.
  if (path !== "" && license !== undefined)
    add({ name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version, license });
// The installed package counts, whatever the lock file says of it.
let installed = 0;
for await (const file of glob("node_modules/**/package.json", {
  exclude: (path) => path.startsWith("node_modules/."),
})) {
  if (!/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file)) continue;
  add(JSON.parse(await read(file)));
  installed += 1;
}

const complaints = licenseComplaints([...found.values()]);
if (installed < 100) complaints.push("The packages of node_modules were not found.");
for (const line of complaints) process.stdout.write(`${line}\n`);
process.exit(complaints.length > 0 ? 1 : 0);
