import type { App } from "../app.ts";
import { findViewersByKeys, type KeyOwner, type KeyQuestion } from "./store.ts";

export type FindKey = (question: KeyQuestion) => Promise<KeyOwner | null>;

interface Waiting {
  readonly question: KeyQuestion;
  readonly answer: PromiseWithResolvers<KeyOwner | null>;
}

/**
 * Looks up keys. What is asked within one turn of the event loop goes to the database as one statement, and the same
 * question goes once: under load the way there and back costs more than the look. Nothing is kept: what a request learns
 * is read after it came.
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
