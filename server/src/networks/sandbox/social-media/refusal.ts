import type { FastifyInstance } from "fastify";

/** A request that the receiver refuses: `{"error": text}`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(status: number, error: string) {
    super(error);
    this.status = status;
  }
}

/** Turns refusals into responses; any other error gets a 500 without details. */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.status(error.status).send({ error: error.message });
    const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
    return reply.status(status).send({ error: status >= 500 || !(error instanceof Error) ? "Internal error" : error.message });
  });
}
