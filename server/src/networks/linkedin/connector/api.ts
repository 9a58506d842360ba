import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { type Denied, type Ok, type Reach, readReply, type Server, send, type Unanswered, waitIn } from "../../connectors/api.ts";
import type { Json } from "../../connectors/json.ts";
import { oneLine } from "../../connectors/reply.ts";
import { VERSION } from "./version.ts";

export const HOSTS = { api: "https://api.linkedin.com", www: "https://www.linkedin.com" } as const;

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, with its query: in that, colons are encoded and the brackets of lists are not. */
  readonly path: string;
  readonly body?: Json;
  /** For searches, which LinkedIn wants named. */
  readonly restMethod?: "FINDER" | "BATCH_GET";
  readonly timeoutSeconds?: number;
}

/** A success may have no body, or anything but JSON. */
export type Reply = Ok | Failure;
export type Failure = Refused | Unanswered;

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** Whether the API has answered, as opposed to something in front of it. */
  readonly isOwn: boolean;
  /** The names of what is wrong, such as `REVOKED_ACCESS_TOKEN` and `DUPLICATE_POST`. */
  readonly codes: readonly string[];
  readonly message: string | null;
  /** The same for people, where LinkedIn has one. */
  readonly description: string | null;
  /** How long the answer asks to wait, if it does. */
  readonly retryAfterSeconds: number | null;
}

const MESSAGE_LENGTH_MAX = 300;

const word = z.string().nullish().catch(null);
const ErrorBody = z.object({
  code: word,
  message: word,
  error: word,
  error_description: word,
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: word, description: word })).nullish() })
    .nullish()
    .catch(null),
});

/**
 * https://learn.microsoft.com/en-us/linkedin/marketing/versioning (2026-08): both headers with every call below `/rest`. Those
 * below `/v2` have no version.
 */
export async function ask({ token, reach }: Server, { path, body, restMethod, ...request }: Request): Promise<Reply> {
  const versioned = { "linkedin-version": reach.apiVersion ?? VERSION, "x-restli-protocol-version": "2.0.0" };
  const reply = await send(reach, {
    ...request,
    url: reach.host("api") + path,
    token,
    json: body,
    headers: {
      ...(path.startsWith("/rest/") ? versioned : {}),
      ...(restMethod === undefined ? {} : { "x-restli-method": restMethod }),
    },
  });
  return readAnswer(reply, reach);
}

/** What any of LinkedIn's hosts answered. */
export function readAnswer(reply: CallReply, { now }: Pick<Reach, "now">): Reply {
  return readReply(reply, { bare: "any", refusal: (answer) => refusalIn(answer, now()) });
}

function refusalIn({ status, headers, text, body }: Denied, now: Instant): Refused {
  const { code, message, error, error_description, errorDetails } = ErrorBody.safeParse(body).data ?? {};
  const inputErrors = errorDetails?.inputErrors ?? [];
  const codes = [code, error, ...inputErrors.map((one) => one.code)].filter((name) => name != null && name !== "");
  return {
    kind: "refused",
    status,
    isOwn: (text ?? "").trim() === "" || (typeof body === "object" && body !== null),
    codes: codes.filter((name) => typeof name === "string"),
    message: message ?? null,
    description: inputErrors.find(({ description }) => description)?.description ?? error_description ?? null,
    retryAfterSeconds: waitIn(headers, now),
  };
}

/** The failure as a sentence for people: `LinkedIn: Field is too long (status 422, FIELD_LENGTH_TOO_LONG)`. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `LinkedIn: ${failure.reason}`;
  const { status, codes, message, description } = failure;
  const words = oneLine(description ?? message ?? "", MESSAGE_LENGTH_MAX).replace(/\.$/, "");
  return `LinkedIn: ${words === "" ? "no reason was given" : words} (${[`status ${status}`, ...codes.slice(0, 2).map((code) => oneLine(code, MESSAGE_LENGTH_MAX))].join(", ")})`;
}

/** A URN as a part of a path or query. */
export function encoded(urn: string): string {
  return encodeURIComponent(urn);
}
