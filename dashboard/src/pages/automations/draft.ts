import type { FeedType, ImportAsType } from "@rostrum/contract/automations.ts";
import { type REFRESH_HOURS, REFRESH_HOURS_DEFAULT } from "@rostrum/contract/limits.ts";
import type { AutomationState } from "@rostrum/contract/private/automations.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";

export type RefreshRate = (typeof REFRESH_HOURS)[number];

/** What is being typed for an automation. */
export interface Draft {
  readonly feedUrl: string;
  readonly type: FeedType;
  readonly name: string;
  /** Null: none is chosen. */
  readonly collectionId: number | null;
  readonly importAsType: ImportAsType;
  readonly title: string;
  readonly caption: string;
  readonly addPostsAsDraft: boolean;
  readonly autoThreadText: boolean;
  readonly loadOldPosts: boolean;
  readonly refreshRate: RefreshRate;
}

export function newDraft(collectionId: number | null): Draft {
  return {
    feedUrl: "",
    type: "RSS",
    name: "",
    collectionId,
    importAsType: "LINK",
    title: TITLE_TEMPLATE_DEFAULT,
    caption: CAPTION_TEMPLATE_DEFAULT,
    addPostsAsDraft: false,
    autoThreadText: false,
    loadOldPosts: false,
    refreshRate: REFRESH_HOURS_DEFAULT,
  };
}

export function draftOf(automation: AutomationState): Draft {
  const { feedUrl, type, name, collectionId, importAsType, title, caption, addPostsAsDraft, autoThreadText, refreshRate } = automation;
  return {
    feedUrl,
    type,
    name,
    collectionId,
    importAsType,
    title,
    caption,
    addPostsAsDraft,
    autoThreadText,
    refreshRate,
    loadOldPosts: false,
  };
}

/** An address as people type it: without a scheme, it is https. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  return text === "" || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** A name to begin with: the host of the address. */
export function nameOf({ name, feedUrl }: Pick<Draft, "name" | "feedUrl">): string {
  if (name.trim() !== "") return name;
  return URL.parse(addressOf(feedUrl))?.hostname.replace(/^www\./, "") ?? "";
}

/** The fields that a change sends: only what was touched, so that what others change at the same time stays. */
export function changesOf(typed: Partial<Draft>): Partial<Draft> {
  const { feedUrl: _, type: __, loadOldPosts: ___, ...fields } = typed;
  return fields;
}

/** What somebody saw of the fields that they change. */
export function seenOf(seen: Draft, change: Partial<Draft>): Partial<Draft> {
  return Object.fromEntries(Object.keys(change).map((name) => [name, seen[name as keyof Draft]]));
}

/** As the service takes it: a collection that is not chosen is none. */
export function given({ collectionId, ...rest }: Partial<Draft>) {
  return { ...rest, ...(typeof collectionId === "number" ? { collectionId } : {}) };
}
