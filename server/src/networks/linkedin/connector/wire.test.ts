import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { pagesLogIn, profileLogIn } from "./log-in.ts";
import { deliver } from "./testing/delivery.ts";
import { aComment, aDocument, aPoll, aVideo } from "./testing/posts.ts";
import { granted, openStage, type Stage } from "./testing/stage.ts";
import { heldRow, NAMES } from "./testing/wire.ts";

/** Holds every request against what is known of LinkedIn's API: see `testing/wire.ts`. */
let stage: Stage;
before(async () => {
  stage = await openStage();
  await play();
});
after(() => stage[Symbol.asyncDispose]());

test("every request is one of LinkedIn's, with its headers, parameters and body, and each of these is made", (context) => {
  const made = new Set(stage.exchanges.map((exchange) => heldRow(exchange, stage.baseUrl)));
  assert.deepEqual(
    NAMES.filter((name) => !made.has(name)),
    [],
  );
  context.diagnostic(`${made.size} paths in ${stage.exchanges.length} requests were held against what LinkedIn's pages say`);
});

/** Everything that the connector does. */
async function play(): Promise<void> {
  const { page, member } = stage;
  const published = async (fields: Partial<OutgoingPost>, as = page) => {
    const outcome = await deliver(stage, aPost(fields), { as }).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    return outcome.remoteId;
  };
  await connect(stage.credentials, stage.call());
  await stage.settings({ batches: false });
  await connect(stage.credentials, stage.call());
  await stage.settings({ batches: true });
  await stage.settings({ part_bytes: 30_000, refresh_tokens: true, duplicates: "on" });
  const ids: string[] = [];
  for (const as of [page, member]) {
    ids.push(await published({ text: "A (text) #bread" }, as));
    await published({ text: "Linked", title: "Title", link: "http://127.0.0.1:9/none" }, as);
    await published({ text: "Picture", alt: "Bread", media: [await anImage()] }, as);
    await published({ text: "Pictures", alt: "Bread", media: [await anImage(), await anImage({ name: "b.bmp", mime: "image/bmp" })] }, as);
    ids.push(await published({ text: "Film", title: "Oven", media: [aVideo({ cover: { picture: await anImage(), seconds: null } })] }, as));
    await published({ text: "Document", media: [aDocument()] }, as);
    await published({ text: "", poll: aPoll() }, as);
  }
  const [text = "", film = "", mine = "", myFilm = ""] = ids;
  const losing = async (order: Parameters<typeof deliver>[1], path: RegExp, acts: readonly FaultAct[]) => {
    stage.fault(...acts.map((act) => ({ method: "POST", path, act })));
    const outcome = await deliver(stage, order).toEnd();
    assert.ok(["published", "undecidable"].includes(outcome.kind), JSON.stringify(outcome));
  };
  await losing(aPost({ text: "Lost" }), /posts$/, ["drop"]);
  const body = { message: `Content is a duplicate of ${text}`, errorDetails: { inputErrors: [{ code: "DUPLICATE_POST" }] } };
  await losing(aPost({ text: "Lost again" }), /posts$/, ["drop", { status: 422, body }]);
  await losing(aComment({ remoteId: text }), /comments$/, ["drop"]);
  assert.equal((await counts([text, film, "urn:li:share:7000000000000000001"], page, stage.call())).kind, "counted");
  assert.equal((await counts([mine, myFilm], member, stage.call())).kind, "counted");
  for (const logIn of [profileLogIn, pagesLogIn]) {
    const call = stage.logInCall();
    const grant = await granted(logIn, call);
    assert.equal((await logIn.accounts(grant, call)).kind, "listed");
    assert.equal((await logIn.renew?.(grant, call))?.kind, "renewed");
  }
}
