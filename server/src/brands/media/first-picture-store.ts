import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";

/** What lists show of a post. */
export interface PictureRow {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}

/** Expressions of SQL. */
interface Shown {
  /** A set of the ids of the post's files, in order. */
  readonly ids: string;
  /** Its pictures beside its files, as JSON; null without any. */
  readonly pictures: string;
  /** An array of the types of the channels that it goes to; empty if nothing is known of them. */
  readonly networks: string;
  readonly brandId: string;
}

/**
 * The first picture or film of a post as its networks show it, as a `PictureRow`: of a film the cover, if one of them takes it, and in
 * place of a picture that none of them gets, the one that the first of them gets. A file that is gone is shown as the one it stands for.
 */
export function firstPicture({ ids, pictures, networks, brandId }: Shown): string {
  const cover = `${pictures} -> 'covers' -> given.id`;
  const isTaken = `(networks.types = '{}' or networks.types && ${PICTURES} or ${cover} ->> 'seconds' is not null and networks.types && ${MOMENTS})`;
  const own = `${pictures} -> 'own' -> one.type ->> given.id`;
  const shown = `(select coalesce(${own}, given.id) from unnest(networks.types) with ordinality one (type, place)
    order by ${own} is not null, one.place limit 1)`;
  return `(select jsonb_build_object('id', m.id, 'name', m.name, 'mime', m.mime) from ${ids} with ordinality given (id, place)
    cross join lateral (select ${networks} types) networks cross join lateral (
      select case when ${pictures} is null then given.id else coalesce(case when ${isTaken} then ${cover} ->> 'id' end, ${shown}, given.id) end id
    ) shown join media m on m.id = any(array[given.id, shown.id]) and m.brand_id = ${brandId}
    where m.mime ~ '^(image|video)/' order by given.place, m.id = shown.id desc limit 1)`;
}

/** The same of a publication, which has a copy of its post: on these networks, else on all that it went to. */
export function firstPublished({ publication, networks }: { readonly publication: string; readonly networks?: string }): string {
  const content = `${publication}.content`;
  return `case when jsonb_array_length(${content} -> 'mediaIds') > 0 then ${firstPicture({
    ids: `jsonb_array_elements_text(${content} -> 'mediaIds')`,
    pictures: `nullif(${content} -> 'pictures', 'null')`,
    networks:
      networks ??
      `array(select way.channel_type from deliveries way where way.publication_id = ${publication}.id
      and way.parent_id is null and way.status <> 'cancelled' and way.channel_type is not null order by way.id)`,
    brandId: `${publication}.brand_id`,
  })} end`;
}

const PICTURES = typesTaking("picture");
const MOMENTS = typesTaking("moment");

function typesTaking(cover: "picture" | "moment"): string {
  const types = CHANNEL_TYPES.filter((type) => platforms[type].media.videoCover === cover);
  return `array[${types.map((type) => `'${type}'`).join(", ")}]::text[]`;
}
