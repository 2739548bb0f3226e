import { picturesAddress } from "./upload-address";

/** Tells the shop that all pictures of an import were sent. If that is lost, a job of the shop does the same later. */
export async function saysAllAreThere(id: number): Promise<void> {
  const body = new FormData();
  body.append("all", "yes");
  const sent = { method: "POST", headers: { accept: "application/json" }, body };
  await fetch(picturesAddress(id), sent).catch(() => undefined);
}
