import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type Rotation,
  type VideoCodec,
  WebMOutputFormat,
} from "mediabunny";

export interface VideoWish {
  readonly container: "mp4" | "mov" | "webm";
  readonly codec: VideoCodec;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly rotation: Rotation;
  readonly audio: AudioCodec | null;
  /** Bytes of each frame. */
  readonly frameBytes: number;
  /** Where the index stands: at the end as cameras write it, before the pictures, or in pieces. */
  readonly index: "end" | "front" | "fragmented";
}

const USUAL: VideoWish = {
  container: "mp4",
  codec: "avc",
  width: 640,
  height: 360,
  seconds: 4,
  framesPerSecond: 30,
  rotation: 0,
  audio: "aac",
  frameBytes: 40,
  index: "front",
};

/** A container as written by cameras and editors, with dummy frames: everything requested is in its tables. */
export async function aVideoFile(wish: Partial<VideoWish> = {}): Promise<Buffer<ArrayBuffer>> {
  const { container, codec, width, height, seconds, framesPerSecond, rotation, audio, frameBytes, index } = { ...USUAL, ...wish };
  const target = new BufferTarget();
  const fastStart = { end: false, front: "in-memory", fragmented: "fragmented" } as const;
  const format =
    container === "webm"
      ? new WebMOutputFormat()
      : new { mp4: Mp4OutputFormat, mov: MovOutputFormat }[container]({ fastStart: fastStart[index] });
  const output = new Output({ format, target });
  const pictures = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(pictures, { rotation, frameRate: framesPerSecond });
  const sound = audio === null ? null : new EncodedAudioPacketSource(audio);
  if (sound !== null) output.addAudioTrack(sound);
  await output.start();
  const decoderConfig = { codec: CODEC_STRINGS[codec] ?? codec, codedWidth: width, codedHeight: height, ...descriptionOf(codec) };
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const isKey = frame % framesPerSecond === 0;
    await pictures.add(new EncodedPacket(pictureData(frameBytes), isKey ? "key" : "delta", frame / framesPerSecond, 1 / framesPerSecond), {
      decoderConfig,
    });
  }
  if (sound !== null && audio !== null) {
    const soundConfig = { codec: CODEC_STRINGS[audio] ?? audio, numberOfChannels: 2, sampleRate: 48_000, ...descriptionOf(audio) };
    for (let at = 0; at < seconds; at += 0.5) {
      await sound.add(new EncodedPacket(new Uint8Array(16), "key", at, 0.5), { decoderConfig: soundConfig });
    }
  }
  await output.finalize();
  if (target.buffer === null) throw new Error("The muxer wrote nothing");
  return Buffer.from(target.buffer);
}

const CODEC_STRINGS: Readonly<Record<string, string>> = {
  avc: "avc1.42c01e",
  hevc: "hvc1.1.6.L93.B0",
  vp8: "vp8",
  vp9: "vp09.00.10.08",
  av1: "av01.0.04M.08",
  aac: "mp4a.40.2",
  opus: "opus",
};

/** Sequence and picture parameters of a Baseline stream; the reader takes sizes from the container. */
const AVC_DESCRIPTION = Uint8Array.from([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 9, 0x67, 0x42, 0xc0, 0x1e, 0xda, 0x02, 0x80, 0xbf, 0xe5, 1, 0, 4, 0x68, 0xce, 0x3c, 0x80,
]);
const AAC_DESCRIPTION = Uint8Array.from([0x11, 0x90]);

function descriptionOf(codec: string): { description?: Uint8Array } {
  if (codec === "avc") return { description: AVC_DESCRIPTION };
  return codec === "aac" ? { description: AAC_DESCRIPTION } : {};
}

/** One unit with its length before it, as AVC in MP4 has them. */
function pictureData(bytes: number): Uint8Array {
  const data = new Uint8Array(Math.max(bytes, 5));
  new DataView(data.buffer).setUint32(0, data.length - 4);
  data[4] = 0x65;
  return data;
}
