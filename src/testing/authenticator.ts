import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** Parts of an assertion that a test may falsify. */
export interface Assertion {
  challenge: string;
  origin?: string;
  rpId?: string;
  type?: string;
  /** Flags of the authenticator data; default: user present and verified. */
  flags?: number;
  counter?: number;
  /** Id of the credential. */
  id?: string;
  /** Changes the signed bytes after signing. */
  tamper?(bytes: { clientData: Buffer; authenticatorData: Buffer; signature: Buffer }): void;
}

/** A software authenticator with one passkey, and the data that the shop stores for it. */
export function testAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // Encodes the COSE key by hand: EC2 for ES256 on P-256.
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
    /** Answers a challenge in the form that browsers send. */
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
