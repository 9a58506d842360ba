import { createHmac, timingSafeEqual } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import type { SandboxWorld } from "../network.ts";
import { refusal } from "./events.ts";
import { find, type Stored } from "./model.ts";

/** An older request may be a replay. */
const AGE_SECONDS_MAX = 300;

/** The account of the webhook if the request is fresh and signed with its secret; else refuses with 401, or 404 if unknown. */
export async function verifiedAccount(
  world: SandboxWorld,
  { hook, body, request }: { readonly hook: string; readonly body: string; readonly request: FastifyRequest },
): Promise<Stored<"account">> {
  const account = await find(world, "account", hook);
  if (account === null) throw refusal(404, "There is no such hook.");
  const timestamp = headerOf(request, "rostrum-timestamp");
  const age = Math.abs(toEpochMilliseconds(world.now()) / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > AGE_SECONDS_MAX) throw refusal(401, "The timestamp is missing, wrong or too old.");
  const expected = Buffer.from(`v1=${createHmac("sha256", account.secret).update(`${timestamp}.${body}`).digest("hex")}`);
  const given = Buffer.from(headerOf(request, "rostrum-signature"));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal(401, "The signature is wrong.");
  return account;
}

export function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}
