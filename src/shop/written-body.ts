/** Bodies of responses that were made from bytes. */
const bodies = new WeakMap<Response, Buffer>();

/** Notes the bytes of which a response was made, so that they need not be read from its stream. */
export function noteBody<R extends Response>(response: R, body: Buffer): R {
  bodies.set(response, body);
  return response;
}

/** The whole body of a response: the bytes of which it was made, or else what its stream has. */
export const bodyOf = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
