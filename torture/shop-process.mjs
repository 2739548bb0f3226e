import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { HEAP, MALLOC } from "../scripts/heap.mjs";

/** Time-out for a start, in milliseconds; long, because an overloaded machine may take minutes. */
const STARTS_WITHIN_MS = 300_000;

/** A process of the built shop. An unexpected end of the process is recorded as a fault. */
export class ShopProcess {
  #environment;
  #folder;
  #log;
  #faults;
  #child;
  #opening = Promise.withResolvers();
  isOpen = false;

  constructor({ name, port, environment, folder, log, faults }) {
    this.name = name;
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = environment;
    this.#folder = folder;
    this.#log = log;
    this.#faults = faults;
  }

  /** Id of the process; undefined while it is not running. */
  get pid() {
    return this.#child?.pid;
  }

  /** Resolves once the shop is ready; immediately if it is ready already. */
  get opened() {
    return this.#opening.promise;
  }

  async start() {
    if (this.#child) return;
    const child = spawn(process.execPath, [...HEAP, "build/server/index.js", "serve"], {
      stdio: ["ignore", this.#log.fd, this.#log.fd],
      env: { ...MALLOC, ...this.#environment },
      cwd: this.#folder,
    });
    this.#child = child;
    child.once("exit", (code, signal) => {
      if (this.#child !== child) return;
      this.#faults.push(`the shop ended by itself (${signal ?? code})`);
      this.#close();
    });
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (!(await isReady(this.address))) {
      if (this.#child !== child || Date.now() > deadline) throw new Error("The shop does not start; see its log.");
      await pause(15);
    }
    this.isOpen = true;
    this.#opening.resolve();
  }

  /** Ends the process with a signal and waits until it has ended. */
  async end(signal) {
    const child = this.#child;
    if (!child) return;
    this.#close();
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  /** Kills the process without waiting for its end. */
  killNow() {
    this.#child?.kill("SIGKILL");
  }

  /** Waits until the shop is ready; returns false if it is not by the deadline (milliseconds since the epoch). */
  async isReadyUntil(deadline) {
    while (!(await isReady(this.address))) {
      if (Date.now() > deadline) return false;
      await pause(50);
    }
    return true;
  }

  /** Resolves as soon as the shop is not ready. */
  async isUnready() {
    while (await isReady(this.address)) await pause(10);
  }

  #close() {
    this.#child = undefined;
    if (this.isOpen) this.#opening = Promise.withResolvers();
    this.isOpen = false;
  }
}

const isReady = (address) =>
  fetch(`${address}/readyz`).then(
    async (response) => {
      await response.text();
      return response.ok;
    },
    () => false,
  );
