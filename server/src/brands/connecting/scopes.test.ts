import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { settingPrefix } from "../../ground/config.ts";
import { connectors } from "../../networks/connectors/index.ts";
import { allLogIns, logInCall } from "../../networks/platforms/log-ins.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const registered = allLogIns({ connectors }).filter(({ logIn }) => logIn.registersItself === undefined);
/** An application that may not ask for the last of what each of its log-ins can use. */
const allowed = Map.groupBy(registered, ({ logIn }) => logIn.application);
const settings = [...allowed].flatMap(([application, typed]) => {
  const prefix = settingPrefix(application);
  const scopes = [...new Set(typed.flatMap(({ logIn }) => firstOf(logIn.scopes)))];
  return [
    [`${prefix}CLIENT_ID`, "1234567890"],
    [`${prefix}CLIENT_SECRET`, "s".repeat(32)],
    [`${prefix}SCOPES`, scopes.join(" ")],
  ];
});

let stage: Stage;
before(async () => {
  stage = await openStage(Object.fromEntries(settings));
});
after(() => stage[Symbol.asyncDispose]());

for (const typed of registered) {
  const { type, logIn } = typed;
  test(`${type} by the application ${logIn.application} asks people for no more than the operator lets it ask for`, async () => {
    const call = await logInCall(stage.app, typed, { sandbox: false, signal: AbortSignal.timeout(10_000) });
    const redirectUri = `${stage.url}/connect/${logIn.application}/callback`;
    const opened = await logIn.begin({ state: "state", redirectUri, challenge: "c".repeat(43), asked: "", publicUrl: stage.url }, call);
    assert.ok(opened.kind === "open", JSON.stringify(opened));
    const asked = new URL(opened.url).searchParams.get("scope")?.split(/[ ,]/);
    assert.deepEqual(asked?.sort(), firstOf(logIn.scopes).sort());
  });
}

function firstOf(scopes: readonly { readonly name: string }[]): string[] {
  return scopes.slice(0, Math.max(1, scopes.length - 1)).map(({ name }) => name);
}
