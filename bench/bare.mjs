import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { BROWSER_HEADERS } from "./load.mjs";

const CODE = `
  const { createServer } = require("node:http");
  process.once("message", ({ body, headers, port }) => {
    const bytes = Buffer.from(body, "base64");
    createServer((_, response) => response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes))
      .listen(port, "127.0.0.1", () => process.send("ready"));
  });`;

/** Starts a bare `node:http` server in its own process that sends the bytes and headers of one answer of the shop. */
export async function startBare(answer, port) {
  const child = spawn(process.execPath, ["-e", CODE], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ready = once(child, "message");
  child.send({ body: answer.bytes.toString("base64"), headers: answer.headers, port });
  await ready;
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}

/** Fetches an answer; returns its bytes as transferred (compressed), and the headers that describe them. */
export function wireAnswer(url, headers = BROWSER_HEADERS) {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        if (response.statusCode >= 400) return reject(new Error(`${url} answered ${response.statusCode}`));
        const own = { ...response.headers };
        for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete own[name];
        resolve({ bytes: Buffer.concat(chunks), headers: own });
      });
    })
      .on("error", reject)
      .end();
  });
}
