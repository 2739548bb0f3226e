import type { Bucket } from "./object-store.server";

/** Address of a bucket with a prefix, if any. */
export const BUCKET_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[\w.-]+)*\/?$/;

/** An S3 store and the keys that open it, without a bucket. */
export type StoreKeys = Omit<Bucket, "bucket" | "prefix">;

/** Bucket of an address such as `s3://shop-backups/live`, which has to be right. */
export function bucketAt(address: string, keys: StoreKeys): Bucket {
  const [bucket = "", ...prefix] = address.replace(/^s3:\/\/|\/$/g, "").split("/");
  return { ...keys, bucket, prefix: prefix.join("/") };
}

/** Store of the settings, where it is set whole. */
export function storeKeysIn({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Record<"S3_REGION", string> &
  Partial<Record<"S3_ENDPOINT" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY", string | undefined>>):
  StoreKeys | undefined {
  return endpoint && accessKeyId && secretAccessKey ? { endpoint, region, accessKeyId, secretAccessKey } : undefined;
}
