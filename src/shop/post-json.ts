import { refusalIn } from "./refusal";

/**
 * Posts JSON to the shop's API and returns the answer; `signal` aborts the request.
 *
 * @throws {Refusal} when the API answers with a refusal. Any other failure throws an Error.
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
