import type { App } from "../../app.ts";
import { findViewersByKeys, type KeyOwner, type KeyQuestion } from "./store.ts";

export type FindKey = (question: KeyQuestion) => Promise<KeyOwner | null>;

interface Waiting {
  readonly question: KeyQuestion;
  readonly answer: PromiseWithResolvers<KeyOwner | null>;
}

/**
 * Looks up keys. Lookups made within one turn of the event loop are sent to the database as one statement, without duplicates:
 * under load the round trip costs more than the query. Nothing is cached: every request reads data queried after it arrived.
 */
export function keyFinder(app: Pick<App, "db" | "clock">): FindKey {
  let waiting = new Map<string, Waiting>();
  const askAll = async () => {
    const asked = [...waiting.values()];
    waiting = new Map();
    try {
      const questions = asked.map(({ question }) => question);
      const owners = await findViewersByKeys(app.db, questions, app.clock.now());
      for (const [index, { answer }] of asked.entries()) answer.resolve(owners[index] ?? null);
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    }
  };
  return (question) => {
    const name = `${question.hash.toString("latin1")} ${question.brandId}`;
    const known = waiting.get(name);
    if (known !== undefined) return known.answer.promise;
    if (waiting.size === 0) setImmediate(askAll);
    const answer = Promise.withResolvers<KeyOwner | null>();
    waiting.set(name, { question, answer });
    return answer.promise;
  };
}
