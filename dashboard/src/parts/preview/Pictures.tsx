import { IconChevronLeft, IconChevronRight, IconFileText, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type CSSProperties, useState } from "react";
import css from "./NetPreview.module.css";
import { words } from "./words.ts";

/** A file as a preview shows it. */
export interface PreviewMedium {
  readonly name: string;
  readonly mime: string;
  /** The alternative text; empty without one. */
  readonly alt: string;
  /** Where its bytes are; null if nobody may see them. */
  readonly path: string | null;
  readonly thumbnailUrl: string | null;
}

export interface ShapedMedium {
  readonly medium: PreviewMedium;
  readonly ratio: number | null;
  readonly isCut: boolean;
}

interface PicturesProps {
  readonly files: readonly ShapedMedium[];
  readonly gallery: "carousel" | "grid";
  readonly cellsMax: number;
  /** Small dots below a carousel, as on networks that have them there. */
  readonly hasDots?: boolean;
}

/** The files of a post, in the shapes and the order in which the network shows them. */
export function Pictures({ files, gallery, cellsMax, hasDots = false }: PicturesProps) {
  const documents = files.filter(({ medium }) => !isVisible(medium));
  const pictures = files.filter(({ medium }) => isVisible(medium));
  return (
    <>
      {pictures.length > 0 &&
        (gallery === "grid" ? <Grid files={pictures} max={cellsMax} /> : <Carousel files={pictures} hasDots={hasDots} />)}
      {documents.map(({ medium }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
        <p className={css.document} key={index}>
          <IconFileText size={24} stroke={1.5} aria-hidden />
          <span>{medium.name}</span>
        </p>
      ))}
    </>
  );
}

function Grid({ files, max }: { readonly files: readonly ShapedMedium[]; readonly max: number }) {
  const shown = files.slice(0, max);
  const rest = files.length - shown.length;
  return (
    <div className={css.grid} data-count={Math.min(shown.length, 5)}>
      {shown.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
        <Shot file={file} key={index}>
          {index === shown.length - 1 && rest > 0 && <span className={css.rest}>+{rest}</span>}
        </Shot>
      ))}
    </div>
  );
}

function Carousel({ files, hasDots }: { readonly files: readonly ShapedMedium[]; readonly hasDots: boolean }) {
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, files.length - 1);
  const file = files[at];
  if (file === undefined) return null;
  const many = files.length > 1;
  return (
    <>
      <div className={css.carousel}>
        <Shot file={file} />
        {many && <span className={css.count}>{`${at + 1}/${files.length}`}</span>}
        {many && at > 0 && (
          <button type="button" className={css.back} aria-label={words.previous} onClick={() => setWanted(at - 1)}>
            <IconChevronLeft size={18} aria-hidden />
          </button>
        )}
        {many && at < files.length - 1 && (
          <button type="button" className={css.forth} aria-label={words.next} onClick={() => setWanted(at + 1)}>
            <IconChevronRight size={18} aria-hidden />
          </button>
        )}
      </div>
      {many && hasDots && (
        <span className={css.dots} aria-hidden>
          {files.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
            <i key={index} data-on={index === at || undefined} />
          ))}
        </span>
      )}
    </>
  );
}

interface ShotProps {
  readonly file: ShapedMedium;
  readonly children?: React.ReactNode;
}

/** One picture or film in its place: cut to fill it, or seen whole. */
export function Shot({ file: { medium, ratio, isCut }, children }: ShotProps) {
  const { mime, name, alt, path, thumbnailUrl } = medium;
  const [failed, setFailed] = useState<string | null>(null);
  const style = { aspectRatio: ratio ?? 4 / 3 } as CSSProperties;
  const words = alt === "" ? name : alt;
  const source = path !== null && failed !== path ? path : thumbnailUrl;
  return (
    <span className={css.shot} style={style} data-cut={isCut || undefined} data-ratio={ratio?.toFixed(3)}>
      {mime.startsWith("video/") ? (
        <>
          <video src={path ?? undefined} poster={thumbnailUrl ?? undefined} muted playsInline preload="metadata" aria-label={words} />
          <IconPlayerPlayFilled className={css.play} size={44} aria-hidden />
        </>
      ) : source === null ? (
        <span className={css.unseen}>{words}</span>
      ) : (
        <img src={source} alt={words} decoding="async" draggable={false} onError={() => setFailed(path)} />
      )}
      {children}
    </span>
  );
}

function isVisible({ mime }: PreviewMedium): boolean {
  return mime.startsWith("image/") || mime.startsWith("video/");
}
