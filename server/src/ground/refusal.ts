import type { Decoded } from "@rostrum/contract/decode.ts";
import { type ErrorStatus, type Problem, refusal } from "@rostrum/contract/errors.ts";

/** Carries a problem out of an operation to the one place that turns it into a reply. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.kind === "domain" ? problem.message : "The request is not valid.");
    this.problem = problem;
  }
}

/** Aborts an operation with one key and one sentence, in the domain form. */
export function refuse(status: Exclude<ErrorStatus, 429>, key: string, sentence: string): never {
  throw new Refused(refusal(status, key, sentence));
}

/** The decoded value; aborts the operation if decoding failed. */
export function accepted<T>(decoded: Decoded<T>): T {
  if ("problem" in decoded) throw new Refused(decoded.problem);
  return decoded.value;
}
