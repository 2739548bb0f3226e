import type { Bucket } from "./object-store.server";
import { UnusableEnv } from "./unusable-env";

/** Matches the address of a bucket, with an optional prefix. */
export const BUCKET_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[\w.-]+)*\/?$/;

/** Endpoint, region and access keys of an S3 store. */
export type StoreKeys = Omit<Bucket, "bucket" | "prefix">;

/** Parses an address such as `s3://shop-backups/live`, which must match `BUCKET_ADDRESS`. */
export function bucketAt(address: string, keys: StoreKeys): Bucket {
  const [bucket = "", ...prefix] = address.replace(/^s3:\/\/|\/$/g, "").split("/");
  return { ...keys, bucket, prefix: prefix.join("/") };
}

interface StoreVariables extends Record<"S3_REGION", string> {
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  MEDIA_URL?: string | undefined;
  BACKUP_URL?: string | undefined;
  MEDIA_CACHE_MB: number;
}

/**
 * Buckets and keys of the S3 store in the process settings.
 *
 * @throws {UnusableEnv} if a bucket is set but the store's endpoint or a key is missing.
 */
export function bucketsIn(variables: StoreVariables) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = variables;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const storeKeys: StoreKeys | undefined =
    endpoint && accessKeyId && secretAccessKey ? { endpoint, region, accessKeyId, secretAccessKey } : undefined;
  const of = (name: "MEDIA_URL" | "BACKUP_URL"): Bucket | undefined => {
    const address = variables[name];
    if (!address) return undefined;
    if (!storeKeys) throw new UnusableEnv(`${name} needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
    return bucketAt(address, storeKeys);
  };
  const media = of("MEDIA_URL");
  const cacheBytes = variables.MEDIA_CACHE_MB * 1_000_000;
  return { storeKeys, media: media && { ...media, cacheBytes }, backupBucket: of("BACKUP_URL") };
}
