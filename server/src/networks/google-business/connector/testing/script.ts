import assert from "node:assert/strict";
import type { OutgoingPost } from "../../../connectors/connector.ts";
import type { Delivery } from "../../../connectors/testing/delivery.ts";
import type { Exchange } from "../../../connectors/testing/network.ts";
import { aPost } from "../../../connectors/testing/posts.ts";
import { connect } from "../connect.ts";
import { logIn } from "../log-in.ts";
import { finished } from "./log-in.ts";
import { CREATE, PHOTO, type Stage } from "./stage.ts";

/** Everything that the connector does. */
export async function play(stage: Stage, deliver: (post: OutgoingPost) => Delivery): Promise<void> {
  const published = async (fields: Partial<OutgoingPost>) => {
    const outcome = await deliver(aPost(fields)).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  };
  const options = { uploadToPhotosSection: true };
  await published({ text: "Open on Sunday", link: "https://shop.example/sunday" });
  await published({ text: "", media: [await stage.picture()] });
  await published({ text: "Photos", media: [await stage.picture(), await stage.picture()], options });
  stage.fault({ ...CREATE, act: "cut" }, { ...PHOTO, act: "cut" });
  await published({ text: "Lost", media: [await stage.picture()], options });
  const call = stage.logInCall();
  for (const application of [call.application, null]) {
    const outcome = await connect(stage.credentials, { ...stage.call(), application });
    assert.equal(outcome.kind, "connected", JSON.stringify(outcome));
  }
  const { outcome } = await finished(stage);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  const { grant } = outcome;
  assert.equal((await logIn.accounts(grant, call)).kind, "listed");
  assert.equal((await logIn.renew?.(grant, call))?.kind, "renewed");
  assert.equal((await logIn.probe(grant, call)).kind, "works");
  assert.equal(await logIn.revoke?.(grant, call), "revoked");
}

/** Whether the request is one about accounts and locations, which have contracts. */
export function isRead({ request }: Exchange, baseUrl: string): boolean {
  return request.url.startsWith(`${baseUrl}/management/`) || request.url.startsWith(`${baseUrl}/information/`);
}
