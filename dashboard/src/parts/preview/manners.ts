import type { ChannelType } from "@rostrum/contract/channels.ts";
import {
  IconArrowForwardUp,
  IconArrowUp,
  IconBookmark,
  IconChartBar,
  IconDots,
  IconHeart,
  IconMessage,
  IconMessageCircle,
  IconRepeat,
  IconSend,
  IconShare3,
  IconStar,
  IconThumbDown,
  IconThumbUp,
} from "@tabler/icons-react";
import { words } from "./words.ts";

type Icon = typeof IconDots;

/** How a network draws a post around its words and pictures. */
interface Manner {
  /**
   * `card`: words, then pictures. `picture`: pictures, then words. `rail`: the account's picture stands in a column of its own, on which
   * threads run. `bubble`: a message. `watch`: a film with a title below. `tall`: a whole screen. `pin`: a picture with a title.
   */
  readonly layout: "card" | "picture" | "rail" | "bubble" | "watch" | "tall" | "pin";
  readonly hasSquareFace?: true;
  /** Its word for opening a folded text. */
  readonly more: string;
  readonly actions: readonly { readonly Icon: Icon; readonly label?: string }[];
}

const { actions } = words;

export const MANNERS: Readonly<Record<ChannelType, Manner>> = {
  Instagram: {
    layout: "picture",
    more: words.more,
    actions: [{ Icon: IconHeart }, { Icon: IconMessageCircle }, { Icon: IconSend }, { Icon: IconBookmark }],
  },
  Facebook: {
    layout: "card",
    more: words.seeMore,
    actions: [
      { Icon: IconThumbUp, label: actions.like },
      { Icon: IconMessageCircle, label: actions.comment },
      { Icon: IconShare3, label: actions.share },
    ],
  },
  LinkedIn: {
    layout: "card",
    hasSquareFace: true,
    more: words.more,
    actions: [
      { Icon: IconThumbUp, label: actions.like },
      { Icon: IconMessage, label: actions.comment },
      { Icon: IconRepeat, label: actions.repost },
      { Icon: IconSend, label: actions.send },
    ],
  },
  "Google Business": { layout: "card", more: words.more, actions: [{ Icon: IconShare3, label: actions.share }] },
  X: {
    layout: "rail",
    more: words.showMore,
    actions: [{ Icon: IconMessageCircle }, { Icon: IconRepeat }, { Icon: IconHeart }, { Icon: IconChartBar }, { Icon: IconBookmark }],
  },
  Threads: {
    layout: "rail",
    more: words.more,
    actions: [{ Icon: IconHeart }, { Icon: IconMessageCircle }, { Icon: IconRepeat }, { Icon: IconSend }],
  },
  Bluesky: {
    layout: "rail",
    more: words.showMore,
    actions: [{ Icon: IconMessageCircle }, { Icon: IconRepeat }, { Icon: IconHeart }, { Icon: IconDots }],
  },
  Mastodon: {
    layout: "rail",
    hasSquareFace: true,
    more: words.readMore,
    actions: [{ Icon: IconArrowForwardUp }, { Icon: IconRepeat }, { Icon: IconStar }, { Icon: IconBookmark }, { Icon: IconDots }],
  },
  Telegram: { layout: "bubble", more: words.more, actions: [] },
  Pinterest: { layout: "pin", more: words.more, actions: [{ Icon: IconHeart }, { Icon: IconMessageCircle }, { Icon: IconArrowUp }] },
  YouTube: {
    layout: "watch",
    more: words.more,
    actions: [
      { Icon: IconThumbUp },
      { Icon: IconThumbDown },
      { Icon: IconShare3, label: actions.share },
      { Icon: IconBookmark, label: actions.save },
    ],
  },
  TikTok: {
    layout: "tall",
    more: words.more,
    actions: [{ Icon: IconHeart }, { Icon: IconMessageCircle }, { Icon: IconBookmark }, { Icon: IconShare3 }],
  },
  "Social Media": { layout: "card", more: words.more, actions: [] },
};

/** What fills a whole screen there is drawn so, whatever the network's other posts look like. */
export const TALL_ACTIONS: Manner["actions"] = [{ Icon: IconHeart }, { Icon: IconMessageCircle }, { Icon: IconSend }, { Icon: IconDots }];
