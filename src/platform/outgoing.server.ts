/** Reasons to reach another machine. `storage` is the shop's own store of pictures, which a held shop shows, too. */
type Errand = "letter" | "payment" | "file" | "storage";

/** A held shop sends nothing; see `npm run shop -- resume`. */
export class OutgoingHeld extends Error {
  override readonly name = "OutgoingHeld";
}

/** The one door for everything that leaves the process: letters, payments, fetched files. */
export interface Outgoing {
  readonly isHeld: boolean;
  /** @throws {OutgoingHeld} while the shop is held. */
  pass(errand: Errand): void;
  /**
   * Runs work that reaches another machine. Errors come without e-mail addresses, which hosts repeat in their answers.
   *
   * @throws {OutgoingHeld} while the shop is held; nothing was sent then.
   */
  run<T>(errand: Errand, work: () => Promise<T>): Promise<T>;
}

/** All requests to other machines pass through this object; `isHeld` is called before each of them. */
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

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.match(ADDRESS)) return error;
  const { message, stack = "" } = error;
  const hidden = message.replace(ADDRESS, "[address]");
  error.message = hidden;
  // Paths of packages hold an @, too: only the message is hidden in the stack.
  error.stack = stack.replace(message, () => hidden);
  return error;
}
