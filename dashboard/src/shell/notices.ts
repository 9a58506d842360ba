import type { Notice } from "@rostrum/contract/private/bell.ts";
import { networkName } from "../parts/look/networks.ts";
import { printMoment } from "../parts/moments.ts";
import { joinNames, reasonsOf, shortName } from "../parts/needs/sentences.ts";
import { words } from "./words.ts";

/** A notice in a sentence. */
export function titleOf(notice: Notice, zone: string): string {
  switch (notice.kind) {
    case "POST": {
      const { outcome, missed, reached } = notice;
      const post = shortName(notice.post, notice.postId);
      if (outcome === "PUBLISHED") return words.bell.published({ post, count: reached });
      if (outcome === "SKIPPED") return words.bell.skipped({ post });
      const networks = joinNames(missed.flatMap(({ type }) => (type === null ? [] : networkName(type))));
      return words.bell.failed({ post, networks });
    }
    case "LOG_IN_ENDED":
      return words.bell.logInEnded({ network: networkName(notice.channel.type), channel: notice.channel.name });
    case "LOG_IN_ENDS": {
      const networks = joinNames(notice.channels.map(({ type }) => networkName(type)));
      return words.bell.logInEnds({ networks, when: printMoment(notice.endsAt, zone) });
    }
    case "QUEUE":
      return words.bell.dry({ collection: notice.collection.title });
    case "IMPORTED":
      return words.bell.imported({ automation: notice.automation, count: notice.posts });
    case "AUTOMATION_FAILING":
      return words.bell.failing({ automation: notice.automation });
  }
}

/** Why a post did not arrive somewhere; null where the title says it all. */
export function detailOf(notice: Notice): string | null {
  const [reason = null] = notice.kind === "POST" ? reasonsOf(notice.missed) : [];
  return reason;
}

/** The page on which it can be looked at or mended. */
export function placeOf(notice: Notice) {
  switch (notice.kind) {
    case "POST":
      return { to: "/brands/$brandId/published", search: { post: notice.postId } } as const;
    case "LOG_IN_ENDED":
      return { to: "/brands/$brandId/channels", search: { channel: notice.channel.id } } as const;
    case "LOG_IN_ENDS":
      return { to: "/brands/$brandId/channels", search: {} } as const;
    case "QUEUE":
      return { to: "/brands/$brandId/write", search: { collection: notice.collection.id } } as const;
    case "IMPORTED":
    case "AUTOMATION_FAILING":
      return { to: "/brands/$brandId/automations", search: {} } as const;
  }
}
