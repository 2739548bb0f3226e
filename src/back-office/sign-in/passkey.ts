/** Message for a passkey that the shop refused. */
export const PASSKEY_NOT_TAKEN = "This passkey could not be taken. Try again, with finger, face or PIN.";
/** Message for an error of the browser's passkey dialog, e.g. when the member closed the dialog. */
function wordsFor(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError")
    return "Nothing was chosen. Try again, or use your password.";
  if (name === "InvalidStateError") return "This device has a passkey of yours already.";
  return "This browser could not use a passkey. Use your password and code.";
}

/** Asks the browser to sign in with a passkey; returns its signed answer, or an error message. */
export async function askPasskey(options: object): Promise<{ response: string } | { words: string }> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    return { response: JSON.stringify(await startAuthentication({ optionsJSON: options as never })) };
  } catch (error) {
    return { words: wordsFor(error) };
  }
}

/** Asks the browser to create a passkey; returns its signed answer, or an error message. */
export async function makePasskey(options: object): Promise<{ response: string } | { words: string }> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return { response: JSON.stringify(await startRegistration({ optionsJSON: options as never })) };
  } catch (error) {
    return { words: wordsFor(error) };
  }
}
