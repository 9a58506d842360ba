import { Refusal } from "../../sandbox/kit/refusals.ts";

/** A request that this network refuses, in Mastodon's format: `{"error": text}`, for OAuth with `error_description`. */
export function refusal(status: number, error: string, error_description?: string): Refusal {
  return new Refusal({ status, body: { error, ...(error_description === undefined ? {} : { error_description }) } });
}

/** Mastodon's response to a failed validation: 422 with all errors in one sentence. */
export const invalid = (...mistakes: readonly string[]) => refusal(422, `Validation failed: ${mistakes.join(", ")}`);
export const notFound = () => refusal(404, "Record not found");

/** Any other error gets the 500 that a real server sends. */
export const ANSWERS = {
  nowhere: () => refusal(404, "Not Found").answer,
  failed: (status: number, message: string) =>
    refusal(status, status < 500 ? message : "We're sorry, but something went wrong on our end.").answer,
};
