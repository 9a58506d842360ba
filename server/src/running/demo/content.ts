import type { ChannelType } from "@rostrum/contract/channels.ts";
import { DAYS, type Day } from "@rostrum/contract/formats.ts";

/** A picture of the demo: a file in `pictures/`, and what it shows. */
const PICTURES = {
  baker: ["baker.jpg", "A smiling baker behind a row of fresh rolls"],
  coffee: ["coffee.jpg", "A flat white with a heart in its foam, seen from above"],
  croissant: ["croissant.jpg", "A golden croissant on a white plate"],
  croutons: ["croutons.jpg", "Golden croutons with herbs in a black pan"],
  galette: ["galette.jpg", "A round plum galette with sugar"],
  loaf: ["loaf.jpg", "A round country loaf with flour on its crust"],
  oven: ["oven.jpg", "Loaves in a brick oven, with the fire behind them"],
  pretzel: ["pretzel.jpg", "A pretzel with coarse salt"],
  rolls: ["rolls.jpg", "Nine rolls on a baking tray"],
  sourdough: ["sourdough.jpg", "A glass jar of bubbling sourdough, risen above a red band"],
  walnutRye: ["walnut-rye.jpg", "A steaming loaf of rye on a board, with walnuts in front of it"],
  wheat: ["wheat.jpg", "Ripe ears of wheat in the evening sun"],
} as const satisfies Readonly<Record<string, readonly [file: string, alt: string]>>;
export type PictureName = keyof typeof PICTURES;

export const PICTURE_NAMES = Object.keys(PICTURES) as readonly PictureName[];

export function fileOf(name: PictureName): string {
  return PICTURES[name][0];
}

export function altOf(name: PictureName): string {
  return PICTURES[name][1];
}

/** The brand's logo, and the picture of its accounts. */
export const LOGO = "logo.png";

export interface DemoText {
  readonly text: string;
  readonly picture?: PictureName;
}

/** What went out, by how many days ago and at which hour of the brand's day. */
export interface PastText extends DemoText {
  readonly daysAgo: number;
  readonly time: string;
}

export interface DemoCollectionContent {
  readonly title: string;
  readonly description: string;
  /** Networks that take every post of it. */
  readonly types: readonly ChannelType[];
  readonly days: readonly Day[];
  readonly times: readonly string[];
  readonly past: readonly PastText[];
  readonly queued: readonly DemoText[];
  readonly drafts: readonly DemoText[];
}

const EVERY_DAY: readonly Day[] = DAYS;

/**
 * The first is the one that the guides write to: all of its networks take a text alone. One of its posts is longer than X takes, so that
 * there is a failure to look at.
 */
export const COLLECTIONS: readonly DemoCollectionContent[] = [
  {
    title: "Daily bread",
    description: "What is baked, and how",
    types: ["Facebook", "Threads", "X", "Mastodon", "Bluesky"],
    days: EVERY_DAY,
    times: ["09:00", "17:30"],
    past: [
      {
        daysAgo: 13,
        time: "09:00",
        picture: "rolls",
        text: "Good morning! The first rolls are out, and the second tray follows at eight.",
      },
      {
        daysAgo: 10,
        time: "17:30",
        picture: "oven",
        text: "Our brick oven has been on since three. It holds the heat until noon, so we bake the dark loaves last.",
      },
      {
        daysAgo: 7,
        time: "09:00",
        picture: "baker",
        text: "This is Samira. She shapes 400 rolls a morning and says that the last one has to look like the first.",
      },
      {
        daysAgo: 4,
        time: "17:30",
        text: "We are often asked why our country loaf has such a thick crust. The oven starts very hot and then cools down slowly, the loaf stays in for over an hour, and we never open the door before it sings. Listen to one when it comes out: the crackling is the crust as it cools in the fresh air.",
      },
      { daysAgo: 2, time: "09:00", picture: "loaf", text: "Country loaf, two kilos, baked dark. Half loaves too, just ask." },
      { daysAgo: 1, time: "17:30", picture: "pretzel", text: "Pretzel hour: from five on, every pretzel comes with a pot of mustard." },
    ],
    queued: [
      { picture: "walnutRye", text: "Fresh from the oven: our rye with walnuts. Come by before ten, it never lasts longer." },
      { picture: "sourdough", text: "Why sourdough takes two days: flour, water, salt, and time. #sourdough" },
      { picture: "croutons", text: "Leftover bread? Cut it into cubes, toast them in butter, and you have the best croutons in town." },
    ],
    drafts: [{ text: "Summer menu (draft): strawberry tart, lemon loaf, cold brew." }],
  },
  {
    title: "From the counter",
    description: "Pictures of what is sweet",
    types: ["Instagram", "Pinterest"],
    days: ["TUE", "THU", "SAT"],
    times: ["12:00"],
    past: [
      { daysAgo: 12, time: "12:00", picture: "galette", text: "Plum galette. The plums are from Ines’s garden, three streets away." },
      { daysAgo: 5, time: "12:00", picture: "croissant", text: "Twenty-seven layers, one croissant." },
      { daysAgo: 3, time: "12:00", picture: "wheat", text: "Where it begins: the wheat of the Lindner farm, an hour before the harvest." },
    ],
    queued: [{ picture: "coffee", text: "Flat white and something sweet? The window seat is free from three." }],
    drafts: [{ picture: "galette", text: "Apple instead of plum? Picture still to be taken." }],
  },
  {
    title: "News of the shop",
    description: "Hours, jobs and what changes",
    types: ["LinkedIn", "Google Business", "Telegram"],
    days: ["MON"],
    times: ["08:00"],
    past: [
      {
        daysAgo: 9,
        time: "08:00",
        picture: "baker",
        text: "We are looking for somebody who likes to get up early: baker, full time, from next month.",
      },
    ],
    queued: [{ picture: "rolls", text: "On public holidays we open at eight, and close when the last roll is sold." }],
    drafts: [],
  },
];

export const SCHEDULED = "Tomorrow at noon we open the new shop on Market Street. The first fifty rolls are on us!";

/** What readers write below what went out. */
export const COMMENTS = ["Best in town!", "Saved me a loaf? On my way.", "My children ask for these every day.", "Do you ship?"];
