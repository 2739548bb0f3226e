import fc from "fast-check";

/**
 * Seed of drawn cases: one number, so that each run of the suite tries the same cases and a red one can be repeated. Another
 * number tries others: `DRAWS=$RANDOM npm test`.
 */
fc.configureGlobal({ seed: Number(process.env.DRAWS ?? 1) });
