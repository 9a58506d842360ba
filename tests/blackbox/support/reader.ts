import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { aVisitor, type Visitor } from "../../../server/src/testing/visitor.ts";
import { admin } from "./admin.ts";
import type { Service } from "./service.ts";
import { object, text } from "./shape.ts";

/** A signed-in member per service: with an external database the sandbox networks are for members only. */
const readers = new WeakMap<Service, Promise<Visitor>>();

/** The post as the network shows it to its readers. */
export async function pageOfNetwork(service: Service, url: string | null): Promise<string> {
  assert.ok(url !== null);
  const reader = readers.get(service) ?? signedIn(service);
  readers.set(service, reader);
  const { status, html } = await (await reader).get(url);
  assert.equal(status, 200, url);
  return html;
}

async function signedIn(service: Service): Promise<Visitor> {
  const user = { name: "Reader", email: `${randomBytes(6).toString("hex")}@example.org`, password: randomBytes(12).toString("base64url") };
  await admin(service, { method: "POST", path: "/users", body: user, data: object({ id: text, email: text }) });
  const visitor = aVisitor(service.url);
  const { email, password } = user;
  const answer = await visitor.submit(await visitor.get("/sign-in"), "/sign-in", { email, password });
  assert.equal(answer.status, 303, answer.text);
  return visitor;
}
