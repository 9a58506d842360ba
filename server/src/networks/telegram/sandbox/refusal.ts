import type { FastifyInstance } from "fastify";

/** A request that this network refuses, in the Bot API's form: `{"ok":false,"error_code","description","parameters"?}`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly parameters: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };

  constructor(status: number, description: string, parameters: Refusal["parameters"] = {}) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

export function badRequest(words: string): Refusal {
  return new Refusal(400, `Bad Request: ${words}`);
}

export function tooMany(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** Turns refusals into responses; any other error gets the 500 that a real server sends. */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => reply.status(404).send({ ok: false, error_code: 404, description: "Not Found" }));
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) {
      const { status, parameters } = error;
      if (parameters.retry_after !== undefined) reply.header("retry-after", String(parameters.retry_after));
      const named = Object.keys(parameters).length === 0 ? {} : { parameters };
      return reply.status(status).send({ ok: false, error_code: status, description: error.message, ...named });
    }
    const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
    const words = status === 413 ? "Request Entity Too Large" : status >= 500 ? "Internal Server Error" : "Bad Request";
    return reply.status(status).send({ ok: false, error_code: status, description: words });
  });
}
