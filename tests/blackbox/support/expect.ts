import assert from "node:assert/strict";
import type { Reply } from "./api.ts";
import * as resources from "./resources.ts";

/**
 * The validation form of a 422: exactly these fields, each with sentences that name it; the top sentence is one of them and
 * says how many more there are.
 */
export function assertInvalid(reply: Reply, fields: readonly string[]): void {
  const told = describe(reply);
  assert.equal(reply.status, 422, told);
  const { message, errors } = resources.validationError(reply.body, told);
  assert.deepEqual(Object.keys(errors).sort(), [...fields].sort(), told);
  for (const [field, sentences] of Object.entries(errors)) {
    assert.ok(sentences.length > 0, told);
    for (const sentence of sentences) assert.ok(letters(sentence).includes(lastName(field)), `"${sentence}" names ${field}`);
  }
  const all = Object.values(errors).flat();
  const tail = all.length > 1 ? ` (and ${all.length - 1} more)` : "";
  assert.ok(
    all.some((sentence) => message === `${sentence}${tail}`),
    `the top sentence is one of the sentences, with "${tail}": ${told}`,
  );
}

/** The domain form: this status and this one key of `errors` (or one of several where the specification leaves it open). */
export function assertRefused(reply: Reply, status: number, key: string | readonly string[]): string {
  const told = describe(reply);
  assert.equal(reply.status, status, told);
  const { errors } = resources.domainError(reply.body, told);
  const keys = Object.keys(errors);
  const allowed = typeof key === "string" ? [key] : key;
  assert.ok(keys.length === 1 && allowed.includes(keys[0] ?? ""), `errors.${allowed.join(" or errors.")}: ${told}`);
  return errors[keys[0] ?? ""] ?? "";
}

/** A brand that the viewer cannot see, on every operation but post create and update. */
export function assertNoBrand(reply: Reply): void {
  assertRefused(reply, 404, ["brand", "brand_id"]);
}

export function assertStatus(reply: Reply, status: number): void {
  assert.equal(reply.status, status, describe(reply));
}

function describe(reply: Reply): string {
  return `${reply.method} ${reply.url} answered ${reply.status} ${JSON.stringify(reply.body)}`;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The field's own name without its place: `poll` of `poll.options.1` is `options`. */
function lastName(field: string): string {
  return letters(field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? field);
}
