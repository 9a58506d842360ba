import type { ProbeOutcome } from "../log-in.ts";

/** What was asked about an account, or why not. */
export type Read<T> = { readonly kind: "read"; readonly value: T } | NotRead;

export type NotRead =
  | {
      readonly kind: "refused";
      readonly reason: string;
      /** The refusal is about the token, not about this one call. */
      readonly isDead: boolean;
      /** The refusal is one that is given only to those whose token works. */
      readonly isRecognized?: boolean;
      /** The refusal is about one entry of a list: the others may be read all the same. */
      readonly isOfOne?: boolean;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

/** The same for the person, to whom a dead token is a refusal as any other. */
export function told({ kind, reason }: NotRead): { readonly kind: NotRead["kind"]; readonly reason: string } {
  return { kind, reason };
}

/** What the same says of the grant whose token it was asked with. */
export function probed(outcome: Read<unknown>): ProbeOutcome {
  if (outcome.kind === "read" || (outcome.kind === "refused" && outcome.isRecognized === true)) return { kind: "works" };
  return { kind: outcome.kind === "refused" && outcome.isDead ? "ended" : "unknown", reason: outcome.reason };
}
