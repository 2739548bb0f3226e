import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** Parts of an assertion that differ from an honest authenticator's. */
export interface Assertion {
  challenge: string;
  origin?: string;
  rpId?: string;
  type?: string;
  /** User present and verified. */
  flags?: number;
  counter?: number;
  /** The credential that it names. */
  id?: string;
  /** Changes the signed bytes on their way. */
  tamper?(bytes: { clientData: Buffer; authenticatorData: Buffer; signature: Buffer }): void;
}

/** An authenticator in software with one passkey, and what the shop stores of it. */
export function testAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE, by hand: an EC2 key for ES256 on P-256.
  const cose = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const id = randomBytes(16).toString("base64url");
  return {
    id,
    publicKey: cose.toString("base64url"),
    /** The answer to a challenge, as a browser sends it. */
    answer({
      challenge,
      origin = "http://localhost",
      rpId = "localhost",
      type = "webauthn.get",
      flags = 0b101,
      counter = 0,
      id: named = id,
      tamper,
    }: Assertion): string {
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
      const count = Buffer.alloc(4);
      count.writeUInt32BE(counter);
      const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      tamper?.({ clientData, authenticatorData, signature });
      return JSON.stringify({
        id: named,
        rawId: named,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      });
    },
  };
}
