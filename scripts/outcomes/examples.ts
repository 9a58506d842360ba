import { aPhoto } from "../../server/src/testing/media.ts";
import { aVideoFile } from "../../server/src/testing/videos.ts";

/** A post as people write it, sent to every network alike. */
export interface Example {
  /** The head of its column. */
  readonly kind: string;
  readonly files: readonly ExampleFile[];
  /** All but its files, in the words that creating and previewing a post have in common. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Every network that takes such files takes these as they are, so that nothing depends on which converters are installed. */
export const EXAMPLE_FILES = {
  video: async () => ({ name: "oven.mp4", bytes: await aVideoFile({ width: 1280, height: 720, seconds: 5, frameBytes: 1000 }) }),
  rye: async () => ({ name: "rye.jpg", bytes: await aPhoto() }),
  rolls: async () => ({ name: "rolls.jpg", bytes: await aPhoto() }),
  cake: async () => ({ name: "cake.jpg", bytes: await aPhoto() }),
  document: async () => ({ name: "menu.pdf", bytes: Buffer.from("%PDF-1.7\n<< /Type /Pages /Count 2 >>") }),
} as const;
export type ExampleFile = keyof typeof EXAMPLE_FILES;

/** Their captions differ, because some networks refuse a text that they have just published. */
export const EXAMPLES: readonly Example[] = [
  { kind: "video", files: ["video"], body: { caption: "Into the oven at six" } },
  { kind: "carousel", files: ["rye", "rolls", "cake"], body: { caption: "Rye, rolls and cake" } },
  { kind: "text", files: [], body: { caption: "Open from seven today" } },
  {
    kind: "poll",
    files: [],
    body: { caption: "What shall we bake?", poll: { question: "Which cake?", options: ["Cherry", "Plum"], period: "1d" } },
  },
  { kind: "story", files: ["rye"], body: { caption: "Still warm", postAsStory: true } },
  { kind: "document", files: ["document"], body: { caption: "The menu of this week" } },
];
