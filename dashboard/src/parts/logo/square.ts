import { LOGO_SIDE } from "@rostrum/contract/private/logos.ts";

/** The middle of a picture, as large as logos are, as a data URL. Throws for a file that is no picture. */
export async function squareOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = LOGO_SIDE;
  canvas.height = LOGO_SIDE;
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext("2d")?.drawImage(picture, x, y, side, side, 0, 0, LOGO_SIDE, LOGO_SIDE);
  picture.close();
  return canvas.toDataURL("image/png");
}
