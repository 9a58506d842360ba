import { z } from "zod";

/** The four forms of error bodies: `docs/api.md#errors`. */
const message = z
  .string()
  .meta({ description: "A plain English sentence. Match on the HTTP status, not on this text.", example: "Post not found in this brand." });

/** Most 422: no `status`; nested fields use dotted paths such as `media.0.url`. */
export const ValidationErrorBody = z
  .object({
    message,
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ example: { "media.0.url": ["The media.0.url field must be a valid http or https URL."] } }),
  })
  .meta({ id: "ValidationError", description: "One or more fields failed validation. Every failing field is listed." });

/** 400, 401, 403, 404, 409, 413, 415, 500, 503, 507 and business rules among 422. */
export const DomainErrorBody = z
  .object({
    status: z.literal("error"),
    message,
    errors: z
      .record(z.string(), z.string())
      .optional()
      .meta({ example: { post_id: "Post not found in this brand." } }),
  })
  .meta({ id: "DomainError", description: "The request was understood and refused." });

const limitMessage = message.meta({
  description: "A plain English sentence.",
  example: "Too many requests. Wait until another one is available.",
});

export const ResourceRateLimitBody = z
  .object({ message: limitMessage, errors: z.object({ rate_limit: limitMessage }) })
  .meta({ id: "ResourceRateLimitError", description: "More resource requests than allowed in this minute." });

export const RouteRateLimitBody = z
  .object({ message: limitMessage })
  .strict()
  .meta({ id: "RouteRateLimitError", description: "More requests from this address than allowed in this minute." });

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507;

/**
 * The only error type inside the service. `ground/web/problems.ts` turns it into a reply, the tool server into a tool result. `fields`
 * is the validation form (422); the other kinds have one key and one sentence.
 */
export type Problem =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, readonly string[]>> }
  | {
      readonly kind: "domain";
      readonly status: Exclude<ErrorStatus, 429>;
      readonly key: string;
      readonly message: string;
      /** Where several things are refused as a whole: a sentence for each, by its id, sent instead of the key. */
      readonly errors?: Readonly<Record<string, string>>;
    };

export function refusal(status: Exclude<ErrorStatus, 429>, key: string, sentence: string): Extract<Problem, { readonly kind: "domain" }> {
  return { kind: "domain", status, key, message: sentence };
}

/** The top-level message of a validation error: the first message, and how many more there are. */
export function summary(fields: Readonly<Record<string, readonly string[]>>): string {
  const sentences = Object.values(fields).flat();
  const first = sentences[0] ?? "The request is not valid.";
  return sentences.length > 1 ? `${first} (and ${sentences.length - 1} more)` : first;
}
