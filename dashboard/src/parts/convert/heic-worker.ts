import libheif from "libheif-js/libheif-wasm/libheif-bundle.mjs";

/** Answers the bytes of a HEIC file with its first picture, or null. */
self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const { HeifDecoder } = libheif();
  const [picture] = new HeifDecoder().decode(data);
  if (picture === undefined) return self.postMessage(null);
  const target = new ImageData(picture.get_width(), picture.get_height());
  picture.display(target, (shown: ImageData | null) => self.postMessage(shown));
};
