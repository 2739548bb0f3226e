import { refusalIn } from "./refusal";

/**
 * Posts JSON to our API and returns the answer; `signal` ends the wait.
 *
 * @throws {Refusal} when the shop declined it; anything else that goes wrong is an Error.
 */
export async function postJson(address: string, body: object, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  throw refusalIn(answer) ?? new Error(`${address} answered ${response.status}.`);
}
