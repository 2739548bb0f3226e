import { Refusal } from "~/shop/refusal";

/** What came of a form; a refusal that names fields, and text with a NUL in it, are words beside those fields. */
export async function refusedInput<T>(
  typed: Record<string, string>,
  act: () => Promise<T>,
): Promise<T | { kind: "wrong"; errors: Record<string, string> }> {
  const nul = Object.keys(typed).find((name) => typed[name]?.includes("\0"));
  if (nul) return { kind: "wrong", errors: { [nul]: "Please use plain text." } };
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return { kind: "wrong", errors: error.fields };
  }
}
