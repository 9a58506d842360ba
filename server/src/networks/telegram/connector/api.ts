import { z } from "zod";
import type { Answered } from "../../../ground/net/net.ts";
import { boundedWait } from "../../../ground/net/retry-after.ts";
import { send, type Unanswered, waitIn } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { parsedJson } from "../../connectors/reply.ts";

/** The Bot API, accessed as one bot. */
export interface Bot {
  /** Part of every request URL, so no URL may end up in a log or a reason. */
  readonly token: string;
  readonly call: Call;
}

export interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, Json>>;
  /** Uploads by field name. They make the request multipart, with non-string `params` sent as JSON text. */
  readonly files?: Readonly<Record<string, File>>;
  readonly timeoutSeconds?: number;
}

export type Answer = { readonly kind: "ok"; readonly result: unknown } | Failure;

export type Failure = Refused | Unanswered;

interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** The Bot API's message without the token; null if the body is not its format, so a proxy responded. */
  readonly description: string | null;
  readonly retryAfterSeconds: number | null;
  /** The new id if the group has become a supergroup. */
  readonly migrateTo: string | null;
}

const BASE = "https://api.telegram.org";

/** One request to the Bot API. */
export async function ask(bot: Bot, { method, params, files, ...request }: Request): Promise<Answer> {
  const { call, token } = bot;
  const reply = await send(call, {
    ...request,
    method: "POST",
    url: `${call.baseUrl ?? BASE}/bot${token}/${method}`,
    ...(files === undefined ? { json: params } : { body: formOf(params, files) }),
  });
  return reply.kind === "answered" ? answerOf(reply, bot) : { ...reply, reason: withoutToken(reply.reason, token) };
}

function formOf(params: Readonly<Record<string, Json>>, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

const Body = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().optional(),
  description: z.string().nullish().catch(null),
  parameters: z
    .object({ retry_after: z.number().nonnegative().optional(), migrate_to_chat_id: z.int().optional() })
    .optional()
    .catch(undefined),
});

function answerOf({ status, headers, text }: Answered, { token, call }: Bot): Answer {
  const body = Body.safeParse(parsedJson(text ?? "")).data;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && body === undefined) return { kind: "lost", reason: "the response is not from the Bot API" };
  if (isSuccess && body?.ok) return { kind: "ok", result: body.result };
  const named = body?.parameters?.retry_after;
  return {
    kind: "refused",
    status: isSuccess ? (body?.error_code ?? status) : status,
    description: body?.description == null ? null : withoutToken(body.description, token),
    retryAfterSeconds: named === undefined ? waitIn(headers, call.now()) : boundedWait(named),
    migrateTo: body?.parameters?.migrate_to_chat_id === undefined ? null : String(body.parameters.migrate_to_chat_id),
  };
}

/** Proxies often echo the requested URL, which contains the token. */
function withoutToken(words: string, token: string): string {
  return [token, encodeURIComponent(token), token.slice(token.indexOf(":") + 1)].reduce(
    (rest, secret) => rest.replaceAll(secret, "[token]"),
    words,
  );
}
