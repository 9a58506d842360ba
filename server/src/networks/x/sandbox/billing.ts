import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxRefusal, SandboxWorld } from "../../sandbox/network.ts";
import { CREDITS_DEPLETED, PAYMENT_REQUIRED, spendCapReached, USAGE_CAPPED } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const DAY_SECONDS = 86_400;

/** Throws if nobody pays for the call. It concerns the application with all its accounts; the fault `quota` is a spend cap. */
export function requireFunds(world: SandboxWorld, request: FastifyRequest, settings: Settings): void {
  const billing = faultOn(request, "quota") === null ? settings.billing : "spend-cap";
  if (billing === "funded") return;
  throw new Refusal(REFUSALS[billing](nextCycle(world.now(), settings.cycle_day)));
}

const REFUSALS: Readonly<Record<Exclude<Settings["billing"], "funded">, (resetDate: string) => SandboxRefusal>> = {
  "spend-cap": spendCapReached,
  "credits-depleted": () => CREDITS_DEPLETED,
  "payment-required": () => PAYMENT_REQUIRED,
  "usage-capped": () => USAGE_CAPPED,
};

/** The date of the next day on which a cycle begins. */
function nextCycle(now: Instant, cycleDay: number): string {
  let at = addSeconds(now, DAY_SECONDS);
  while (Number(at.slice(8, 10)) !== cycleDay) at = addSeconds(at, DAY_SECONDS);
  return at.slice(0, 10);
}
