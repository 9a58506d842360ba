import type { Operations } from "../../operations.ts";
import type { CallInput, Client } from "../types.ts";
import type { Creation } from "./creation.ts";
import { isAutomation, isCollection, isPost, isUpload } from "./match.ts";

type Public = Client<Operations>;
type Asked<N extends keyof Operations> = CallInput<Operations[N]>;
type Row<N extends "listCollectionPosts" | "listCollections" | "listAutomations" | "listMedia"> = Extract<
  Awaited<ReturnType<Public[N]>>,
  { ok: true }
>["data"][number];
type Made<N extends keyof Operations> = Extract<Awaited<ReturnType<Public[N]>>, { ok: true }>["data"];

/** Numeric ids need only the newest entry; opaque ids need a page of known ones. */
const NEWEST = { perPage: 1 } as const;
const NEWEST_OPAQUE = { perPage: 25 } as const;
const PAGE = { perPage: 100 } as const;

export function postCreation(
  plain: Public,
  looking: Public,
  asked: Asked<"createPost">,
): Creation<Row<"listCollectionPosts">, Made<"createPost">> {
  const place = { brandId: asked.brandId, collectionId: asked.collectionId };
  return {
    // Only the caption: posts that differ elsewhere but share a caption wait for each other, which only costs time.
    key: `POST brands/${asked.brandId}/collections/${asked.collectionId}/posts ${asked.caption ?? ""}`,
    // Whatever was given in place of a list is for the service to refuse.
    fetches: Array.isArray(asked.media) && asked.media.some((item) => item?.url != null),
    // An inaccessible brand is 404 for the list and 403 for the creation.
    refusedAlike: false,
    send: (call) => plain.createPost(asked, call),
    newest: (call) => plain.listCollectionPosts({ ...place, ...NEWEST }, call),
    pages: (call) => looking.pages.listCollectionPosts({ ...place, ...PAGE }, call),
    isMade: (post) => isPost(asked, post),
    dataOf: (post) => ({ id: post.id, message: `Already created as ${post.id}.` }),
  };
}

export function collectionCreation(
  plain: Public,
  looking: Public,
  asked: Asked<"createCollection">,
): Creation<Row<"listCollections">, Made<"createCollection">> {
  const { brandId } = asked;
  return {
    key: `POST brands/${brandId}/collections ${asked.title}`,
    fetches: false,
    refusedAlike: true,
    send: (call) => plain.createCollection(asked, call),
    newest: (call) => plain.listCollections({ brandId, ...NEWEST }, call),
    pages: (call) => looking.pages.listCollections({ brandId, ...PAGE }, call),
    isMade: (collection) => isCollection(asked, collection),
    // The reply to a creation lacks the counts that the list has.
    dataOf: ({ postsCount: _, ...collection }) => collection,
  };
}

export function automationCreation(
  plain: Public,
  looking: Public,
  asked: Asked<"createAutomation">,
): Creation<Row<"listAutomations">, Made<"createAutomation">> {
  const { brandId } = asked;
  return {
    key: `POST brands/${brandId}/automations ${asked.name}`,
    fetches: true,
    refusedAlike: true,
    send: (call) => plain.createAutomation(asked, call),
    newest: (call) => plain.listAutomations({ brandId, ...NEWEST }, call),
    pages: (call) => looking.pages.listAutomations({ brandId, ...PAGE }, call),
    isMade: (automation) => isAutomation(asked, automation),
    dataOf: (automation) => automation,
  };
}

export function mediaUpload(plain: Public, looking: Public, asked: Asked<"uploadMedia">): Creation<Row<"listMedia">, Made<"uploadMedia">> {
  const { brandId, media } = asked;
  const name = asked.fileName ?? (media instanceof File ? media.name : "upload");
  return {
    key: `POST brands/${brandId}/media ${media.size}`,
    // It has the file already when it is cut off, and may take long to store it.
    fetches: true,
    refusedAlike: true,
    send: (call) => plain.uploadMedia(asked, call),
    newest: (call) => plain.listMedia({ brandId, ...NEWEST_OPAQUE }, call),
    pages: (call) => looking.pages.listMedia({ brandId, ...PAGE }, call),
    isMade: (item) => isUpload({ name, size: media.size }, item),
    dataOf: ({ id, type, size }) => ({ id, type, size }),
  };
}
