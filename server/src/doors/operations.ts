import type { OperationInput, OperationName, OperationOutput, Operations } from "@rostrum/contract/operations.ts";
import type { App } from "../app.ts";
import { getSchedule, listBrands } from "../brands/brands/operations.ts";
import { listChannels } from "../brands/channels/operations.ts";
import { createCollection, listCollections } from "../brands/collections/operations.ts";
import { createPost } from "../brands/forecast/create-post.ts";
import { listMedia, uploadMedia } from "../brands/media/operations.ts";
import { deletePost, listBrandPosts, listCollectionPosts, updatePost } from "../brands/posts/operations.ts";
import { listPublishedPosts } from "../brands/published/operations.ts";
import type { ReceivedFile } from "../ground/storage/storage.ts";
import type { BrandViewer, Reaching, Viewer } from "../ground/viewer.ts";
import { createAutomation, listAutomations } from "../intake/automations/operations.ts";
import { getProfile } from "./profile/operations.ts";

/** The viewer a handler is called for: a brand viewer where the path names a brand. */
type ViewerOf<N extends OperationName> = Operations[N] extends { readonly foreignBrand: number } ? BrandViewer : Viewer;
type UploadOf<N extends OperationName> = Operations[N] extends { readonly upload: true } ? { readonly upload: ReceivedFile } : unknown;

type ReachingOf<N extends OperationName> = Operations[N] extends { readonly reachesOut: true } ? Reaching : unknown;

export type Handlers = {
  [N in OperationName]: (
    app: App,
    viewer: ViewerOf<N>,
    input: OperationInput<N> & UploadOf<N> & ReachingOf<N>,
  ) => Promise<OperationOutput<N>>;
};

/** A handler as generic code calls it, with input decoded by its row of the table. */
export type AnyHandler = (app: App, viewer: Viewer, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** A missing handler is a compile error. */
export const handlers: Handlers = {
  getProfile,
  validateToken: getProfile,
  listBrands,
  getSchedule,
  listChannels,
  listCollections,
  createCollection,
  listAutomations,
  createAutomation,
  listMedia,
  uploadMedia,
  listCollectionPosts,
  listBrandPosts,
  createPost,
  updatePost,
  deletePost,
  listPublishedPosts,
};
