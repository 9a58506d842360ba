import { setTimeout as sleep } from "node:timers/promises";
import { AdvisoryLocks, LOCK_SPACES } from "../../../ground/database/locks.ts";
import { must, type Place } from "../../../testing/builders.ts";
import { ADMIN_TOKEN, type Reply, type Stage } from "../../../testing/stage.ts";
import { workOnImport } from "../loop.ts";
import { findWorking } from "../work-store.ts";

/** Sends a file to one of the two operations that take one, by the operator's token or with other headers. */
export async function sendFile(
  stage: Pick<Stage, "url">,
  path: string,
  {
    text,
    name = "posts.csv",
    headers,
  }: { readonly text: string | Uint8Array<ArrayBuffer>; readonly name?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<Reply> {
  const form = new FormData();
  form.set("file", new Blob([text]), name);
  const response = await fetch(`${stage.url}/app/api${path}`, {
    method: "POST",
    headers: headers ?? { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Starts an import and works on it until nothing is left; returns what `showImport` says then. */
export async function imported(stage: Stage, place: Place, text: string, query = "") {
  const { id } = await must(sendFile(stage, `/brands/${place.brandId}/imports${query}`, { text }));
  await finish(stage, id);
  return shown(stage, id);
}

/** Works on an import until nothing is left. */
export async function finish(stage: Stage, importId: number): Promise<void> {
  await using locks = new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.imports);
  while ((await findWorking(stage.app.db, importId)) !== null) {
    await workOnImport(stage.app, importId, { locks, stop: new AbortController().signal });
    await sleep(10);
  }
}

export function shown(stage: Pick<Stage, "url">, importId: number) {
  return must(operator(stage, "GET", `/imports/${importId}`));
}

export async function operator(stage: Pick<Stage, "url">, method: string, path: string): Promise<Reply> {
  const response = await fetch(`${stage.url}/app/api${path}`, { method, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
