import { wordsOf } from "../../language/words.ts";

export const english = {
  label: "Preview on {network}",
  tab: "{network}: {channel}",
  part: "Post {number} of {count}",
  more: "more",
  seeMore: "See more",
  showMore: "Show more",
  readMore: "Read more",
  less: "Show less",
  picture: "{number} of {count}",
  next: "Next picture",
  previous: "Previous picture",
  moreFiles: "{count} more",
  document: "Document",
  goesOut: "Goes out.",
  folded: "Goes out. Readers see the rest behind “{more}”.",
  sentLater: "Goes out later: {why}",
  actions: {
    like: "Like",
    comment: "Comment",
    repost: "Repost",
    send: "Send",
    share: "Share",
    save: "Save",
    subscribe: "Subscribe",
    visit: "Visit site",
    vote: "Vote",
  },
  story: "Your message …",
  webhook: "What your address receives",
} as const;

export const words = wordsOf("preview", english);
