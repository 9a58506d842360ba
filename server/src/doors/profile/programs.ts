import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { disconnectClient } from "../../people/clients/disconnect.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { listProgramsOf } from "../oauth/access-store.ts";
import { hostOf } from "../oauth/clients.ts";

interface Call {
  readonly session: Session;
}

export async function listPrograms(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"listPrograms">> {
  const programs = await listProgramsOf(app.db, session.viewer.userId, app.clock.now());
  return programs.map((program) => ({ ...program, host: hostOf({ id: program.clientId }) }));
}

/** Takes effect with the program's next request. */
export async function disconnectProgram(
  app: App,
  { clientId }: PrivateInput<"disconnectProgram">,
  { session }: Call,
): Promise<PrivateOutput<"disconnectProgram">> {
  await disconnectClient(app, session.viewer.userId, clientId);
  return {};
}
