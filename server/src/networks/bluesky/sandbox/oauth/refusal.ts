import type { FastifyInstance } from "fastify";

/** A refusal of the authorization server, in OAuth's format: `{"error": name, "error_description": text}`. */
export class OAuthRefusal extends Error {
  override readonly name = "OAuthRefusal";
  readonly status: number;
  readonly error: string;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

export function invalidGrant(description: string): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", description);
}

/** For a scope of its own: the network's methods refuse in another format. */
export function answerOAuthRefusals(scope: FastifyInstance): void {
  const outer = scope.errorHandler;
  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof OAuthRefusal)) return outer(error, request, reply);
    return reply.status(error.status).send({ error: error.error, error_description: error.message });
  });
}
