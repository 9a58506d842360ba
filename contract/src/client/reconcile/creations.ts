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

/** Ids that count are compared with the newest one alone; a page of opaque ones tells which were known. */
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
    // The caption alone: posts of one caption that differ in something else wait for each other, which costs time and no more.
    key: `POST brands/${asked.brandId}/collections/${asked.collectionId}/posts ${asked.caption ?? ""}`,
    fetches: asked.media?.some((item) => item.url !== undefined) ?? false,
    // A brand that is not seen is 404 to the list and 403 to the creation.
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
    // Creation answers without the counts of the list.
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
    fetches: false,
    refusedAlike: true,
    send: (call) => plain.uploadMedia(asked, call),
    newest: (call) => plain.listMedia({ brandId, ...NEWEST_OPAQUE }, call),
    pages: (call) => looking.pages.listMedia({ brandId, ...PAGE }, call),
    isMade: (item) => isUpload({ name, size: media.size }, item),
    dataOf: ({ id, type, size }) => ({ id, type, size }),
  };
}
