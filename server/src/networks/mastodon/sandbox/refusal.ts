import type { FastifyInstance } from "fastify";

/** A request that this network refuses, in Mastodon's format: `{"error": text}`, for OAuth with `error_description`. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly description: string | null;

  constructor(status: number, error: string, description: string | null = null) {
    super(error);
    this.status = status;
    this.description = description;
  }
}

/** Mastodon's response to a failed validation: 422 with all errors in one sentence. */
export function invalid(...mistakes: readonly string[]): Refusal {
  return new Refusal(422, `Validation failed: ${mistakes.join(", ")}`);
}

export function notFound(): Refusal {
  return new Refusal(404, "Record not found");
}

/** Turns refusals into responses; any other error gets the 500 that a real server sends. */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: "Not Found" }));
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) {
      const description = error.description === null ? {} : { error_description: error.description };
      return reply.status(error.status).send({ error: error.message, ...description });
    }
    const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
    return reply
      .status(status)
      .send({ error: status >= 500 || !(error instanceof Error) ? "We're sorry, but something went wrong on our end." : error.message });
  });
}
