declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    display(target: ImageData, done: (shown: ImageData | null) => void): void;
  }
  /** The WebAssembly module is inside the file, and ready at once. */
  export default function libheif(): { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
}
