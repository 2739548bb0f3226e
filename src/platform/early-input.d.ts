/** Input that a document notes before its scripts take it over (src/rendering/early-input-script.ts). */
interface EarlyInput {
  /** React hears from now on what is done on the page. */
  end(): void;
  /** The page is alive: what was typed, chosen and pressed takes effect. */
  repeat(): Promise<void>;
}

interface Window {
  /** There until all that was noted has been done. */
  earlyInput?: EarlyInput;
}
