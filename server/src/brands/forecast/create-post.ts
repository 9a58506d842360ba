import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import { NO_PICTURES } from "@rostrum/contract/pictures.ts";
import type { App } from "../../app.ts";
import type { BrandGround, Reaching } from "../../ground/viewer.ts";
import { storePost } from "../posts/create.ts";
import { announce } from "./preview.ts";

/** Creates a post in a collection, and says when it leaves and where it will not be published. */
export async function createPost(
  app: App,
  viewer: { readonly brand: BrandGround },
  input: OperationInput<"createPost"> & Reaching,
): Promise<OperationOutput<"createPost">> {
  const { body, collectionId } = input;
  const { id, mediaIds, at } = await storePost(app, viewer, input);
  const { postAsStory = false, autoThreadText = false } = body;
  const content = {
    ...body,
    postAsStory,
    autoThreadText,
    mediaIds: [...mediaIds],
    captions: [],
    pictures: NO_PICTURES,
    preferences: [],
  };
  const mode = body.publishMode;
  const message = await announce(app, { brandId: viewer.brand.id, collectionId, body: content, mode, at }).catch((error: unknown) => {
    // The post is stored whatever happens now, and who gets an error would create it again.
    app.log.warn({ event: "announcement failed", post: id, err: error });
    return "Post created.";
  });
  return { id, message };
}
