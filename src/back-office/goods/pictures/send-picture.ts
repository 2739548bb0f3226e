const CUT = "It was cut off on its way.";

/** Result of an upload: the stored path, the reason of a refusal, or the reason of an interruption (`cut`). */
export type Sent = { path: string } | { refused: string } | { cut: string };

/** Uploads one picture to an address. Uses XMLHttpRequest, because fetch reports no progress. */
export function sendPicture(address: string, file: File, onShare: (share: number) => void): Promise<Sent> {
  const form = new FormData();
  form.append("file", file, file.name);
  const request = new XMLHttpRequest();
  const answer = Promise.withResolvers<Sent>();
  request.open("POST", address);
  request.setRequestHeader("accept", "application/json");
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0));
  request.addEventListener("load", () => answer.resolve(sentBy(request.status, request.response)));
  for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, () => answer.resolve({ cut: CUT }));
  request.send(form);
  return answer.promise;
}

function sentBy(status: number, response: unknown): Sent {
  const { files, message } = (response ?? {}) as {
    files?: { path?: string; message?: string }[];
    message?: string;
  };
  const [file] = files ?? [];
  if (status === 200 && file?.path !== undefined) return { path: file.path };
  if (status === 200 && file?.message) return { refused: file.message };
  return { cut: message ?? CUT };
}
