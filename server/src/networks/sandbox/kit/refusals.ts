import type { FastifyInstance, FastifyReply } from "fastify";
import type { SandboxRefusal } from "../network.ts";

/** A request that a network refuses, with what it answers. Calls throw it. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly answer: SandboxRefusal;

  constructor(answer: SandboxRefusal) {
    super(JSON.stringify(answer.body));
    this.answer = answer;
  }
}

/** How a network answers what goes wrong without a refusal of its own. */
interface Answers {
  /** Where nothing is; absent: as around the scope. */
  readonly nowhere?: (url: string) => SandboxRefusal;
  /** What is wrong with a request, by its status, or with 500 that the network failed. */
  failed(status: number, message: string): SandboxRefusal;
  /** A refusal as it is sent. Absent: with its own answer. */
  answerOf?(refusal: Refusal): SandboxRefusal;
}

/** Turns refusals into responses in the network's form, and everything else that goes wrong. */
export function answerRefusals(scope: FastifyInstance, { nowhere, failed, answerOf = ({ answer }) => answer }: Answers): void {
  if (nowhere !== undefined) scope.setNotFoundHandler(({ url }, reply) => sendRefusal(reply, nowhere(url)));
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, answerOf(error));
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    const isMistake = status < 500 && error instanceof Error;
    return sendRefusal(reply, isMistake ? failed(status, error.message) : failed(500, ""));
  });
}

export function sendRefusal(reply: FastifyReply, { status, headers = {}, body }: SandboxRefusal): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}
