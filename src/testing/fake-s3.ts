import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Bucket } from "~/platform/object-store.server";

/** Behavior of the store: answers correctly, refuses all requests, never answers, or cuts its response short. */
type Mood = "well" | "down" | "silent" | "cutting";

interface FakeS3 {
  bucket: Bucket;
  objects: Map<string, { bytes: Buffer; at: Date }>;
  mood: Mood;
  /** Parts of multipart uploads that are not completed. */
  parts: Map<string, Map<number, Buffer>>;
  /** Methods and keys of all requests, in order. */
  asked: string[];
}

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const KEY_ID = "AKIAIOSFODNN7EXAMPLE";
const BUCKET = "shop-pictures";
/** Maximum difference between the clocks of client and store, in milliseconds. */
const SKEW = 900_000;

/** An S3 store in memory that verifies the signature of each request (Signature Version 4). Closed when the test ends. */
export async function openFakeS3(): Promise<FakeS3> {
  const fake: Omit<FakeS3, "bucket"> = { objects: new Map(), mood: "well", parts: new Map(), asked: [] };
  const server = createServer((request, response) => {
    void respond(fake, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return Object.assign(fake, {
    bucket: {
      endpoint,
      region: "eu-central-1",
      bucket: BUCKET,
      prefix: "live",
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
    },
  });
}

async function respond(
  fake: Omit<FakeS3, "bucket">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const { method = "" } = request;
  const url = new URL(request.url ?? "", "http://store");
  const key = decodeURIComponent(url.pathname).replace(`/${BUCKET}`, "").replace(/^\//, "");
  fake.asked.push(`${method} ${key}`);
  if (fake.mood === "down") return void response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  if (fake.mood === "silent") return;
  if (!isSigned(request, url, body))
    return void response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
  if (url.searchParams.has("list-type")) return list(fake, url.searchParams.get("prefix") ?? "", response);
  if (url.searchParams.has("uploads"))
    return void response.end(
      `<InitiateMultipartUploadResult><UploadId>${randomUUID()}</UploadId></InitiateMultipartUploadResult>`,
    );
  const upload = url.searchParams.get("uploadId");
  if (upload !== null)
    return takePart(fake, { method, key, upload, part: url.searchParams.get("partNumber") }, body, response);
  const object = fake.objects.get(key);
  if (method === "PUT") {
    if (fake.mood === "cutting") return void response.destroy();
    fake.objects.set(key, { bytes: body, at: new Date() });
    return void response.writeHead(200, { etag: '"1"' }).end();
  }
  if (method === "DELETE") {
    fake.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!object) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (first !== undefined && object.bytes.length === 0) return void response.writeHead(416).end();
  if (first !== undefined)
    return void response.writeHead(206).end(object.bytes.subarray(Number(first), Number(last) + 1));
  response.writeHead(200, { "content-length": object.bytes.length, "last-modified": object.at.toUTCString() });
  if (fake.mood !== "cutting") return void response.end(object.bytes);
  response.write(object.bytes.subarray(0, object.bytes.length / 2), () => response.destroy());
}

/** Stores a part of a multipart upload; the object exists once the upload is completed. */
function takePart(
  fake: Omit<FakeS3, "bucket">,
  { method, key, upload, part }: { method: string; key: string; upload: string; part: string | null },
  body: Buffer,
  response: ServerResponse,
): void {
  const parts = fake.parts.get(upload) ?? new Map<number, Buffer>();
  fake.parts.set(upload, parts);
  if (part !== null) {
    parts.set(Number(part), body);
    return void response.writeHead(200, { etag: `"${part}"` }).end();
  }
  fake.parts.delete(upload);
  if (method === "DELETE") return void response.writeHead(204).end();
  // Like real stores, the status 200 is sent before the parts are joined, so an error can only follow in the body.
  if (fake.mood === "cutting") return void response.end("<Error><Code>InternalError</Code></Error>");
  const inOrder = [...parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
  fake.objects.set(key, { bytes: Buffer.concat(inOrder), at: new Date() });
  response.end(`<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>`);
}

function list({ objects }: Pick<FakeS3, "objects">, prefix: string, response: ServerResponse): void {
  const found = [...objects].filter(([key]) => key.startsWith(prefix));
  const contents = found.map(
    ([key, { bytes, at }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"1"</ETag><Size>${bytes.length}</Size></Contents>`,
  );
  const text = `<?xml version="1.0"?><ListBucketResult><Name>${BUCKET}</Name><IsTruncated>false</IsTruncated><KeyCount>${found.length}</KeyCount>${contents.join("")}</ListBucketResult>`;
  response.writeHead(200, { "content-type": "application/xml" }).end(text);
}

/**
 * Whether a request has a valid, recent signature with the store's keys over method, address, headers and the declared checksum
 * of the body.
 */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, id, day, region, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const stamp = String(headers["x-amz-date"] ?? "");
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const sum = String(headers["x-amz-content-sha256"] ?? "");
  if (id !== KEY_ID || !day || !region || !stamp.startsWith(day) || !(Math.abs(Date.now() - at) < SKEW)) return false;
  if (!names.split(";").includes("host") || !names.split(";").includes("x-amz-date")) return false;
  if (sum !== "UNSIGNED-PAYLOAD" && sum !== createHash("sha256").update(body).digest("hex")) return false;

  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query, signed.join(""), names, sum].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", stamp, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const steps = [day, region, "s3", "aws4_request", text];
  const key = steps.reduce<Buffer>(
    (last, step) => createHmac("sha256", last).update(step).digest(),
    Buffer.from(`AWS4${SECRET}`),
  );
  return key.toString("hex") === signature;
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
