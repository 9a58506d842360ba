import type { FastifyInstance } from "fastify";

/** A request that this network refuses, in its format: `{"error": name, "message": text}`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly error: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

export function invalidRequest(message: string): Refusal {
  return new Refusal(400, "InvalidRequest", message);
}

/** Turns refusals into responses; any other error gets a 500 without details, as on a real server. */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) {
      return reply.status(error.status).headers(error.headers).send({ error: error.error, message: error.message });
    }
    const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
    if (status === 413) return reply.status(413).send({ error: "PayloadTooLarge", message: "request entity too large" });
    if (status < 500 && error instanceof Error) return reply.status(status).send({ error: "InvalidRequest", message: error.message });
    request.log.error({ err: error }, "bluesky sandbox");
    return reply.status(500).send({ error: "InternalServerError", message: "Internal Server Error" });
  });
}
