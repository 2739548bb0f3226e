import { HONEYPOT, SHOWN_AT } from "./bot-trap-names";

/** Fields against bots: a honeypot, and the time of rendering, because bots answer too fast. */
export function TrapFields({ shownAt }: { shownAt?: number }) {
  return (
    <>
      <div className="vh" aria-hidden="true">
        <label>
          Leave this field empty
          <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
      {shownAt !== undefined && <input type="hidden" name={SHOWN_AT} value={shownAt} />}
    </>
  );
}
