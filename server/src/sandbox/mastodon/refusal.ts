import type { FastifyInstance } from "fastify";

/** A request that this network refuses, in Mastodon's words: `{"error": text}`, for OAuth with `error_description`. */
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

/** Mastodon's answer to a model that does not hold: 422 with one sentence for all that is wrong. */
export function invalid(...mistakes: readonly string[]): Refusal {
  return new Refusal(422, `Validation failed: ${mistakes.join(", ")}`);
}

export function notFound(): Refusal {
  return new Refusal(404, "Record not found");
}

/** Turns refusals into replies; everything else that goes wrong is the 500 that a real server shows. */
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
