/** Records input before a document's scripts run (src/rendering/early-input-script.ts). */
interface EarlyInput {
  /** Stops recording; called when React listens to the page's events. */
  end(): void;
  /** Repeats the recorded typing, choices and clicks; called when the page is hydrated. */
  repeat(): Promise<void>;
}

interface Window {
  /** Set until the recorded input was repeated. */
  earlyInput?: EarlyInput;
}
