import type { Ok } from "../../connectors/api.ts";
import type { Json } from "../../connectors/json.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import type { Halt, Looked, Looking, OnceFacts, Part, Send } from "../../connectors/once/visible.ts";
import { saidAt, type TheirMoment } from "../../connectors/their-clock.ts";
import { ask, type Failure, reasonOf } from "./api.ts";
import { doubtAfter, duplicateOf, isTurnedAway, signOf } from "./errors.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { isMember, type Work } from "./work.ts";

/** Something that readers see, which one call makes. */
interface Making {
  readonly path: string;
  readonly body: Json;
  /** What it became; null if the answer does not say. */
  madeOf(answer: Ok): { readonly id: string; readonly url: string | null } | null;
  /** What follows once nothing was made. */
  refused(failure: Failure): Promise<Halt>;
}

export const FACTS: OnceFacts = { network: "LinkedIn", looksSeconds: () => LOOKS_SECONDS };

/** Less time than LinkedIn takes now and then would make outcomes unknown for nothing. */
const TIMEOUT_SECONDS = 90;

/** LinkedIn knows no idempotency key, and what it says about duplicates proves nothing: it names posts that do not exist. */
export function sendBy({ server, progress, call }: Work, { path, body, madeOf, refused }: Making): Send {
  return async ({ silences }) => {
    const answer = await ask(server, { method: "POST", path, body, timeoutSeconds: TIMEOUT_SECONDS });
    if (answer.kind === "ok") {
      const made = madeOf(answer);
      if (made === null) return { kind: "doubtful", reason: "LinkedIn: the answer does not say what was made." };
      return { kind: "made", made: { ...made, at: call.now() } };
    }
    const doubt = isTurnedAway(answer) ? null : doubtAfter(answer, call);
    if (doubt !== null) return doubt;
    if (signOf(answer) !== "duplicate" || silences === 0) return { kind: "refused", halt: await refused(answer) };
    progress.noteNamed(duplicateOf(answer));
    return { kind: "doubtful", reason: reasonOf(answer) };
  };
}

/** What a person publishes cannot be read at all. */
export function lookBy({ account, author }: Work, scope: string, look: (looking: Looking) => Promise<Looked>): Part["look"] {
  if (isMember({ author })) return { blind: "lets nobody read what a person published" };
  return lacks(account.grant, scope) ? { blind: "the permission to read was not given at the log-in" } : look;
}

/** LinkedIn tells moments in milliseconds since 1970. */
export function momentOf(milliseconds: number | null | undefined): TheirMoment | null {
  return milliseconds == null ? null : saidAt(milliseconds / 1000);
}
