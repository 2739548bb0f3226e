/** Input recorded before a document's scripts run (src/rendering/early-input-script.ts). */
interface EarlyInput {
  /** Called when React listens to events of the page. */
  end(): void;
  /** Called when the page is hydrated: repeats what was typed, chosen and pressed. */
  repeat(): Promise<void>;
}

interface Window {
  /** Set until all recorded input is repeated. */
  earlyInput?: EarlyInput;
}
