/**
 * Reasons for a request to another machine. `storage` means the shop's own store of pictures, which also a shop on hold may
 * reach.
 */
type Errand = "letter" | "payment" | "file" | "storage";

/** Error of a shop on hold, which sends nothing; see `npm run shop -- resume`. */
export class OutgoingHeld extends Error {
  override readonly name = "OutgoingHeld";
}

/** Gate for all requests to other machines: letters, payments, fetched files. */
export interface Outgoing {
  readonly isHeld: boolean;
  /** @throws {OutgoingHeld} if the shop is on hold. */
  pass(errand: Errand): void;
  /**
   * Runs work that sends a request to another machine. E-mail addresses are removed from its errors, because hosts repeat them in
   * their answers.
   *
   * @throws {OutgoingHeld} if the shop is on hold; `work` is then not called.
   */
  run<T>(errand: Errand, work: () => Promise<T>): Promise<T>;
}

/** Creates the gate for requests to other machines; `isHeld` is called before each request. */
export function openOutgoing(isHeld: () => boolean = () => false): Outgoing {
  const pass = (errand: Errand): void => {
    if (isHeld() && errand !== "storage")
      throw new OutgoingHeld(`the shop is held after a restore: no ${errand} leaves until it is resumed`);
  };
  return {
    get isHeld() {
      return isHeld();
    },
    pass,
    async run(errand, work) {
      pass(errand);
      return work().catch((error: unknown) => {
        throw withoutAddresses(error);
      });
    },
  };
}

const ADDRESS = /(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.match(ADDRESS)) return error;
  const { message, stack = "" } = error;
  const hidden = message.replace(ADDRESS, "[address]");
  error.message = hidden;
  // In the stack only the error's message is replaced, because paths of packages also contain an @.
  error.stack = stack.replace(message, () => hidden);
  return error;
}
