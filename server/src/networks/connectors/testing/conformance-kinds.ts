import type { ChannelType } from "@rostrum/contract/channels.ts";
import { aVideoFile } from "../../../testing/videos.ts";
import type { OutgoingPost } from "../connector.ts";
import type { Json } from "../json.ts";
import type { Kinds, Scene } from "./conformance.ts";
import { aFile, anImage, aPost, aTallVideo, aVideo } from "./posts.ts";

const settings = ({ world }: Scene, slug: string, values: Readonly<Record<string, Json>>) => world.objects.put("settings", slug, values);
const aPicture = ({ files }: Scene) => files.image({ grain: 30 });
const aPoll: OutgoingPost["poll"] = { question: "Which bread?", options: ["Rye", "Spelt"], period: "1d" };
const aFilm = async () => ({
  ...aFile(await aVideoFile({ frameBytes: 800 }), { name: "oven.mp4", mime: "video/mp4" }),
  durationSeconds: 4,
});
const aDocument = () => ({
  ...aFile(Buffer.from("%PDF-1.7\nprices\n%%EOF\n"), { name: "prices.pdf", mime: "application/pdf" }),
  width: null,
  height: null,
});

/** In parts. */
async function facebookVideo(scene: Scene, fields: Partial<OutgoingPost>) {
  await settings(scene, "facebook", { video_part_bytes: 4000 });
  return aPost({ type: "VIDEO", ...fields });
}

/** A picture as the service makes it ready for a network that fetches it. */
async function converted(scene: Scene) {
  const picture = await aPicture(scene);
  return { ...picture, image: async () => ({ bytes: await (await picture.file()).bytes(), mime: "image/jpeg", width: 640, height: 640 }) };
}

async function inPlaylists({ world, files, account: { channelId } }: Scene) {
  const playlistIds = (await world.objects.list("playlist", { limit: 2 })).map(({ id }) => id);
  return aPost({ type: "VIDEO", media: [files.video()], options: { playlists: [{ channelId, playlistIds }] } });
}

/** Kinds of posts beside the one of the network's row: those that take calls of their own. */
export const KINDS: Readonly<Partial<Record<ChannelType, Kinds>>> = {
  Facebook: {
    "two pictures": { post: async () => aPost({ type: "SLIDES", media: [await anImage(), await anImage()] }), sendsPictures: true },
    "a picture without a text": { post: async () => aPost({ type: "IMAGE", text: "", media: [await anImage()] }) },
    "a reel": { post: (scene) => facebookVideo(scene, { media: [aTallVideo()] }) },
    "a video": { post: (scene) => facebookVideo(scene, { media: [aVideo()] }) },
    "a story of a picture": {
      post: async () => aPost({ type: "STORY", asStory: true, text: "", media: [await anImage()] }),
      isSecond: true,
    },
    "a story of a video": {
      post: (scene) => facebookVideo(scene, { type: "STORY", asStory: true, text: "", media: [aVideo()] }),
      isSecond: true,
    },
  },
  Instagram: {
    "a carousel": { post: async ({ files }) => aPost({ type: "SLIDES", media: [await files.image(), files.video()] }) },
    "a reel": { post: async ({ files }) => aPost({ type: "REEL", media: [files.video()] }) },
    "two stories": {
      post: async ({ files }) => aPost({ type: "STORY", asStory: true, media: [await files.image(), await files.image()] }),
      times: 2,
    },
  },
  Threads: {
    "a picture": { post: async ({ files }) => aPost({ media: [await files.image()] }) },
    "a carousel": { post: async ({ files }) => aPost({ media: [await files.image(), files.video()] }) },
  },
  LinkedIn: {
    "a picture": { post: async () => aPost({ media: [await anImage()] }), sendsPictures: true },
    "two pictures": { post: async () => aPost({ media: [await anImage(), await anImage()] }) },
    "a video": {
      async post(scene) {
        await settings(scene, "linkedin", { part_bytes: 50_000 });
        return aPost({ media: [await aFilm()] });
      },
    },
    "a document": { post: async () => aPost({ media: [aDocument()] }) },
    "a poll": { post: async () => aPost({ poll: aPoll }) },
  },
  "Google Business": {
    "a picture and a button": { post: async (scene) => aPost({ media: [await converted(scene)], link: "https://shop.example" }) },
    "two pictures that are added to the photos": {
      post: async (scene) => aPost({ media: [await converted(scene), await converted(scene)], options: { uploadToPhotosSection: true } }),
      times: 3,
    },
  },
  YouTube: {
    "a wide video with a thumbnail": {
      post: async ({ files }) => aPost({ type: "VIDEO", media: [files.video({ width: 1920, height: 1080 }), await anImage()] }),
      shows: /Video · Own thumbnail/,
    },
    "a short that is put into two playlists": { post: inPlaylists, shows: /Playlists: (Drafts, Recipes|Recipes, Drafts)"/ },
  },
  Pinterest: {
    "a carousel": { post: async (scene) => aPost({ media: [await aPicture(scene), await aPicture(scene)] }) },
    "a video with a cover": { post: async (scene) => aPost({ media: [scene.files.video(), await aPicture(scene)] }) },
  },
  TikTok: {
    photos: { post: async ({ files }) => aPost({ type: "IMAGE", media: [await files.image()] }), mayBeLeft: true },
  },
  X: {
    "a picture": { post: async () => aPost({ alt: "Bread", media: [await anImage()] }), sendsPictures: true },
    "a video": { post: async () => aPost({ media: [await aFilm()] }) },
    "a poll": { post: async () => aPost({ poll: aPoll }) },
  },
  Mastodon: {
    "two pictures": { post: async () => aPost({ media: [await anImage(), await anImage()] }), sendsPictures: true },
  },
  Bluesky: {
    "two pictures": { post: async () => aPost({ alt: "Bread", media: [await anImage(), await anImage()] }), sendsPictures: true },
    "five pictures": { post: async () => aPost({ media: await Promise.all(Array.from({ length: 5 }, () => anImage())) }), times: 2 },
    "a video": { post: async () => aPost({ media: [aVideo()] }) },
    "a link card with a picture": { post: async ({ files }) => aPost({ link: await files.page() }), shows: /"Shop"/ },
  },
  Telegram: {
    "an album": { post: async () => aPost({ media: [await anImage(), await anImage()] }) },
    "a picture whose text follows": { post: async () => aPost({ text: "x".repeat(1500), media: [await anImage()] }), times: 2 },
  },
};
