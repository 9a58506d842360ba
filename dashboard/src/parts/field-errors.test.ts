import assert from "node:assert/strict";
import { test } from "node:test";
import { CallFailed } from "../api/client.ts";
import { formErrors } from "./field-errors.ts";

function refused(errors: Readonly<Record<string, string>>): CallFailed {
  const [message = "No."] = Object.values(errors);
  const lists = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]));
  return new CallFailed({ ok: false, status: 422, problem: { kind: "domain", message, errors: lists } });
}

test("without a failure nothing is said", () => {
  assert.deepEqual(formErrors(null, ["title"]), { fields: {}, other: null });
});

test("a message about a field that is shown stands next to it", () => {
  assert.deepEqual(formErrors(refused({ title: "Too long." }), ["title"]), { fields: { title: "Too long." }, other: null });
});

test("next to a field its name in the API is left out", () => {
  const { fields } = formErrors(refused({ newPassword: "The newPassword field must have at least 8 characters." }), ["newPassword"]);
  assert.deepEqual(fields, { newPassword: "This must have at least 8 characters." });
});

test("a message about anything else stands above the buttons", () => {
  assert.deepEqual(formErrors(refused({ plan: "Too many." }), ["title"]), { fields: {}, other: "Too many." });
  assert.deepEqual(formErrors(new Error("It cannot be reached."), ["title"]), { fields: {}, other: "It cannot be reached." });
  assert.deepEqual(formErrors(refused({ title: "Too long.", plan: "Too many." }), ["title"]), {
    fields: { title: "Too long." },
    other: "Too many.",
  });
});
