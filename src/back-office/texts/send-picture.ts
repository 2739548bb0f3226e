const CUT = "The picture did not arrive. Try again.";

/** Result of an upload: the picture's path in the store, or an error message. */
type SentPicture = { path: string; refused?: undefined } | { path?: undefined; refused: string };

/** Uploads a form with a picture to an address. */
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

/** Uploads a picture for an article. */
export function sendArticlePicture(article: string, file: File): Promise<SentPicture> {
  const form = new FormData();
  form.append("file", file, file.name);
  return sendPicture(`/back-office/words/articles/${article}/pictures`, form);
}
