import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app.ts";

declare module "fastify" {
  interface FastifyRequest {
    entry: Entry | null;
  }
}

interface Entry {
  readonly at: Instant;
  readonly again: () => Promise<void>;
}

/** What a request in flight may outlive: any check is a moment older than what follows from it. */
const LATE_SECONDS = 1;

/** Call in `onRequest`, before the gates. `again` goes through those that ask who calls and what they may, and refuses like them. */
export function entersBy({ clock }: Pick<App, "clock">, request: FastifyRequest, again: () => Promise<void>): void {
  request.entry = { at: clock.now(), again };
}

/**
 * The gates come before the body, which may take minutes, and meanwhile a session or key may end, or a right be taken away. So if it took
 * long, they are passed once more. Call when the body is there, before anything is done with it.
 */
export async function enterAgainIfLate({ clock }: Pick<App, "clock">, { entry }: FastifyRequest): Promise<void> {
  if (entry !== null && secondsBetween(entry.at, clock.now()) >= LATE_SECONDS) await entry.again();
}
