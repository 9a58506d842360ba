import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { useLayer } from "../../parts/layers.ts";
import { BrandLogo } from "../../parts/look/avatars.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { printLocal } from "../../parts/moments.ts";
import { useBrandInPath } from "../brand-in-path.ts";
import { DAILY_PLACES, isFor, OWN_PLACES, SET_UP_PLACES } from "../places.ts";
import { words } from "./words.ts";

const PAUSE_MS = 200;
/** Shorter words are in nearly every post. */
const LETTERS_MIN = 2;
const BRANDS_MAX = 6;
const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

const [store, { open, close }] = createSpotlight();

/** A field over the page that leads to brands, pages and, in a brand, posts by their words. */
export function Search({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const brand = useBrandInPath();
  const { brands } = useSession();
  const [query, setQuery] = useState("");
  const posts = usePosts(brand?.id ?? null, query);
  useLayer(true, close);
  useEffect(() => open(), []);
  const wanted = query.trim().toLocaleLowerCase();
  const isLike = (text: string) => text.toLocaleLowerCase().includes(wanted);
  const foundBrands = brands.filter(({ title }) => isLike(title)).slice(0, BRANDS_MAX);
  const places = brand === null ? [] : [...DAILY_PLACES, ...SET_UP_PLACES].filter((place) => isFor(brand, place) && isLike(place.label));
  const ownPlaces = OWN_PLACES.filter(({ label }) => isLike(label));
  const isNothing = posts.found.length + foundBrands.length + places.length + ownPlaces.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      closeOnEscape={false}
      scrollable
      maxHeight={440}
      aria-label={words.search}
    >
      <Spotlight.Search aria-label={words.search} placeholder={words.placeholder} leftSection={<IconSearch {...ICON} />} />
      <Spotlight.ActionsList>
        {brand !== null && posts.found.length > 0 && (
          <Spotlight.ActionsGroup label={words.posts}>
            {posts.found.map(({ postId, post, picture, local, status }) => (
              <Spotlight.Action
                key={postId}
                label={post}
                description={local !== null ? printLocal(local) : status === "DRAFT" ? words.draft : words.noDate}
                leftSection={<PostThumb picture={picture} size={32} />}
                onClick={() => {
                  const search = { post: postId, ...(local === null ? {} : { date: local.slice(0, 10) }) };
                  void navigate({ to: "/brands/$brandId/calendar", params: { brandId: brand.id }, search });
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {places.length > 0 && brand !== null && (
          <Spotlight.ActionsGroup label={words.pages}>
            {places.map(({ to, label, Icon }) => (
              <Spotlight.Action
                key={to}
                label={label}
                description={words.pageOf({ brand: brand.title })}
                leftSection={<Icon {...ICON} />}
                onClick={() => void navigate({ to, params: { brandId: brand.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {foundBrands.length > 0 && (
          <Spotlight.ActionsGroup label={words.brands}>
            {foundBrands.map((one) => (
              <Spotlight.Action
                key={one.id}
                label={one.title}
                leftSection={<BrandLogo brand={one} size={24} />}
                onClick={() => void navigate({ to: "/brands/$brandId", params: { brandId: one.id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {ownPlaces.map(({ to, label, Icon }) => (
          <Spotlight.Action key={to} label={label} leftSection={<Icon {...ICON} />} onClick={() => void navigate({ to })} />
        ))}
        {isNothing && <Spotlight.Empty>{posts.isLooking ? words.looking : words.none}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function usePosts(brandId: number | null, query: string) {
  const [asked] = useDebouncedValue(query.trim(), PAUSE_MS);
  const isAsked = brandId !== null && asked.length >= LETTERS_MIN;
  const { data, isFetching } = useQuery({
    queryKey: ["brand", brandId, "found-posts", asked],
    queryFn: ({ signal }) => dataOf(api.findPosts({ brandId: brandId ?? 0, search: asked }, { signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { found: isAsked ? (data ?? []) : [], isLooking: isFetching };
}
