import { z } from "zod";
import { LONG_REPLY_BYTES_MAX, type Ok, readReply, type Server, send, type Unanswered } from "../../connectors/api.ts";

/** The places of X: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08). */
export const HOSTS = { api: "https://api.x.com", www: "https://x.com" } as const;

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly timeoutSeconds?: number;
  /** Where nothing that is needed stands in the answer: any 2xx will do, also without a body. */
  readonly reads?: "status";
}

export type Answer = Ok | Failure;
export type Failure = Refusal | Unanswered;

export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the body is not JSON: then something in front of the API has answered. */
  readonly problem: Problem | null;
}

/** What a refusal says, in any of the forms that X has for it: https://docs.x.com/x-api/fundamentals/response-codes-and-errors (2026-08). */
export interface Problem {
  readonly title: string;
  readonly detail: string;
  /** The last part of the problem's address, which begins with either of X's hosts. */
  readonly type: string;
  /** Of the single errors. */
  readonly messages: readonly string[];
  /** The parameters that single errors name. */
  readonly parameters: readonly string[];
  /** The day on which a spending cap ends, if it says so. */
  readonly resetDate: string | null;
}

export async function ask({ token, reach }: Server, { path, form, reads, ...request }: Request): Promise<Answer> {
  const body = form === undefined ? {} : { body: form };
  const reply = await send(reach, { ...request, ...body, url: `${reach.host("api")}${path}`, token, maxBytes: LONG_REPLY_BYTES_MAX });
  return readReply(reply, {
    refusal: ({ status, headers, body }): Refusal => ({ kind: "refused", status, headers, problem: problemOf(body) }),
    ...(reads === "status" ? { bare: "any" } : {}),
  });
}

const word = z.string().catch("");
const Body = z.object({
  title: word,
  detail: word,
  type: word,
  error: word,
  error_description: word,
  reset_date: z.string().nullable().catch(null),
  errors: z.array(z.object({ message: word, detail: word, parameters: z.record(z.string(), z.unknown()).catch({}) })).catch([]),
});

function problemOf(body: unknown): Problem | null {
  const read = Body.safeParse(body);
  if (!read.success) return null;
  const { title, detail, type, error, error_description, reset_date, errors } = read.data;
  return {
    title: title || error,
    detail: detail || error_description,
    type: type.split("/").at(-1) ?? "",
    messages: errors.map((one) => one.message || one.detail).filter((message) => message !== ""),
    parameters: errors.flatMap((one) => Object.keys(one.parameters)),
    resetDate: reset_date,
  };
}
