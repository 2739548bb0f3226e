const CUT = "The picture did not arrive. Try again.";

/** A sent picture: its path in the store, or why it was not taken. */
type SentPicture = { path: string; refused?: undefined } | { path?: undefined; refused: string };

/** Sends a form with a picture to an address that stores it. */
export function sendPicture(address: string, form: FormData): Promise<SentPicture> {
  const request = new XMLHttpRequest();
  const answer = Promise.withResolvers<SentPicture>();
  request.open("POST", address);
  request.setRequestHeader("accept", "application/json");
  request.responseType = "json";
  request.addEventListener("load", () => {
    const { path, message } = (request.response ?? {}) as { path?: string; message?: string };
    answer.resolve(path ? { path } : { refused: message ?? CUT });
  });
  for (const end of ["error", "abort", "timeout"])
    request.addEventListener(end, () => answer.resolve({ refused: CUT }));
  request.send(form);
  return answer.promise;
}

/** Sends a picture for an article. */
export function sendArticlePicture(article: string, file: File): Promise<SentPicture> {
  const form = new FormData();
  form.append("file", file, file.name);
  return sendPicture(`/back-office/words/articles/${article}/pictures`, form);
}
