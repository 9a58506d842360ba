import { wordsOf } from "../../language/words.ts";

/** The words of the dialog in which a part of a picture is cut out. */
export const english = {
  title: "Crop {name}",
  close: "Close",
  explanation: "The cropped part becomes a new file. The original stays in the library.",
  ratio: "Shape",
  free: "Free",
  notOn: "not on {networks}",
  rotate: "Rotate by 90°",
  selection: "Part of the picture. Arrow keys move it.",
  handles: {
    n: "Upper edge. Arrow keys move it.",
    e: "Right edge. Arrow keys move it.",
    s: "Lower edge. Arrow keys move it.",
    w: "Left edge. Arrow keys move it.",
    ne: "Upper right corner. Arrow keys move it.",
    nw: "Upper left corner. Arrow keys move it.",
    se: "Lower right corner. Arrow keys move it.",
    sw: "Lower left corner. Arrow keys move it.",
  },
  numbers: "In pixels",
  left: "From the left",
  top: "From the top",
  width: "Width",
  height: "Height",
  result: "The result has {width} × {height} pixels.",
  cancel: "Cancel",
  crop: "Crop",
  loading: "Loading the picture",
  unreadable: "The picture cannot be shown here. It may be damaged, or have been deleted.",
} as const;

export const words = wordsOf("crop", english);
