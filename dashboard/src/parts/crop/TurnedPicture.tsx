import { useEffect, useRef } from "react";
import { type Turn, turned } from "./area.ts";

/** More would only cost memory: it is looked at in a dialog. */
const SIDE_MAX = 1600;

/** A picture, turned clockwise, as wide as there is room. */
export function TurnedPicture({ image, turn }: { readonly image: HTMLImageElement; readonly turn: Turn }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = canvas.current;
    const context = drawn?.getContext("2d");
    if (drawn === null || context == null) return;
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(1, SIDE_MAX / Math.max(naturalWidth, naturalHeight));
    const [width, height] = [naturalWidth * scale, naturalHeight * scale];
    const size = turned({ width, height }, turn);
    drawn.width = Math.max(1, Math.round(size.width));
    drawn.height = Math.max(1, Math.round(size.height));
    context.translate(drawn.width / 2, drawn.height / 2);
    context.rotate((turn * Math.PI) / 180);
    context.drawImage(image, -width / 2, -height / 2, width, height);
  }, [image, turn]);
  return <canvas ref={canvas} aria-hidden style={{ display: "block", maxWidth: "100%", maxHeight: "40vh", touchAction: "none" }} />;
}
