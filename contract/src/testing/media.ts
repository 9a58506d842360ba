import { type MediumOutline, NO_FACTS } from "../medium-facts.ts";

/** An image every platform accepts, with the given differences. */
export function anImage(facts: Partial<MediumOutline> = {}): MediumOutline {
  return {
    name: "bread.jpg",
    mime: "image/jpeg",
    sizeBytes: 200_000,
    width: 1080,
    height: 1080,
    durationSeconds: null,
    facts: { ...NO_FACTS, animated: false, tagged: false, rotation: 0 },
    ...facts,
  };
}

/** Half a minute of H.264 and AAC. */
export function aVideo(facts: Partial<MediumOutline> = {}): MediumOutline {
  return {
    name: "oven.mp4",
    mime: "video/mp4",
    sizeBytes: 8_000_000,
    width: 1080,
    height: 1920,
    durationSeconds: 30,
    facts: {
      ...NO_FACTS,
      rotation: 0,
      hasAudio: true,
      videoCodec: "avc",
      audioCodec: "aac",
      framesPerSecond: 30,
      bitsPerSecond: 2_133_333,
    },
    ...facts,
  };
}

export function aDocument(facts: Partial<MediumOutline> = {}): MediumOutline {
  return {
    name: "list.pdf",
    mime: "application/pdf",
    sizeBytes: 90_000,
    width: null,
    height: null,
    durationSeconds: null,
    facts: { ...NO_FACTS, pages: 4 },
    ...facts,
  };
}
