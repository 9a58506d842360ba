import { Alert, Button } from "@mantine/core";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { lastCollection } from "../../share/last-used.ts";
import { postOf, takeCarried, takeShared } from "../../share/shared.ts";
import { GonePost } from "./GonePost.tsx";
import { postQuery } from "./queries.ts";
import type { WriteSearch } from "./search.ts";
import { newDraft } from "./state.ts";
import { useWayBack } from "./use-way-back.ts";
import { Workspace } from "./Workspace.tsx";
import { words } from "./words.ts";

/** A new post, or a draft that goes on. */
export function WritePage() {
  const { brandId } = useParams({ from: "/brands/$brandId/write" });
  const { draft } = useSearch({ from: "/brands/$brandId/write" });
  const brand = useBrand(brandId);
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  // A draft that was made here goes on as it is; the address names it so that a reload finds it.
  // More than one if somebody has deleted the first: until the address names the second, it still names that.
  const [made, setMade] = useState<readonly number[]>([]);
  const [round, setRound] = useState(0);
  const isNamed = useRef(false);
  useEffect(() => {
    if (draft !== undefined && made.includes(draft)) isNamed.current = true;
    if (draft !== undefined || !isNamed.current) return;
    isNamed.current = false;
    setMade([]);
    setRound((number) => number + 1);
  }, [draft, made]);
  if (brand === null) return null;
  if (!has(brand, "editor")) {
    return (
      <>
        <PageHead title={words.newTitle} />
        <Alert color="blue">{words.readOnly}</Alert>
      </>
    );
  }
  if (collections.length === 0) {
    return (
      <>
        <PageHead title={words.newTitle} />
        <Empty title={words.noCollections} text={words.noCollectionsText}>
          <Button
            renderRoot={(props) => <Link to="/brands/$brandId/collections" params={{ brandId }} search={{ create: true }} {...props} />}
          >
            {words.createCollection}
          </Button>
        </Empty>
      </>
    );
  }
  const zone = brand.timezone ?? "UTC";
  if (draft !== undefined && !made.includes(draft)) return <OldDraft key={draft} brandId={brandId} zone={zone} postId={draft} />;
  return <NewPost key={`new ${brandId} ${round}`} brandId={brandId} zone={zone} onMade={(id) => setMade((known) => [...known, id])} />;
}

interface NewPostProps {
  readonly brandId: number;
  readonly zone: string;
  readonly onMade: (postId: number) => void;
}

function NewPost({ brandId, zone, onMade }: NewPostProps) {
  const search = useSearch({ from: "/brands/$brandId/write" });
  const navigate = useNavigate({ from: "/brands/$brandId/write" });
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const isShared = search.shared === true;
  const isGiven = isShared || search.dropped === true;
  const shared = useSharedPost(search);
  const isInAddress = shared != null && (search.caption !== undefined || search.link !== undefined);
  useEffect(() => {
    // Once it is in the composer, a reload must not begin anew with it.
    if (isInAddress) void navigate({ search: ({ caption: _caption, link: _link, ...rest }) => rest, replace: true });
  }, [isInAddress, navigate]);
  const isFirst = search.first === true;
  useEffect(() => {
    if (isFirst) document.querySelector<HTMLTextAreaElement>("main textarea")?.focus();
  }, [isFirst]);
  const { goBack, open } = useWayBack(brandId, { isKnown: !isShared });
  const wanted = collections.find(({ id }) => id === search.collection) ?? lastCollection(localStorage, brandId, collections);
  const blank = newDraft({ collectionId: wanted?.id ?? null, date: search.date });
  if (shared === undefined) return <PageHead title={words.newTitle} />;
  return (
    <Workspace
      title={words.newTitle}
      canGoOn
      onClose={goBack}
      brandId={brandId}
      zone={zone}
      post={null}
      blank={blank}
      given={isGiven ? { draft: shared && { ...blank, ...shared.post } } : null}
      files={shared?.files ?? []}
      collections={collections}
      onMade={(draft) => {
        onMade(draft);
        void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: (known) => ({ ...known, draft }), replace: true });
      }}
      onOpen={open}
      onSent={({ isOpen, goesOn, post }) => {
        if (!isOpen) return;
        if (goesOn) void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: searchOfNext(post), replace: true });
        else goBack();
      }}
    >
      {search.draft !== undefined && (
        <Button variant="default" size="sm" onClick={() => void navigate({ search: {} })}>
          {words.another}
        </Button>
      )}
    </Workspace>
  );
}

/** What the next post has of the one before: its collection, and its kind of date. */
function searchOfNext({ collectionId, postingType, localDate }: WholePost): WriteSearch {
  const isDated = postingType === "SCHEDULE" && localDate !== null;
  return { collection: collectionId, ...(isDated ? { date: localDate.slice(0, 16) } : {}) };
}

interface SharedPost {
  readonly post: ReturnType<typeof postOf>;
  readonly files: readonly File[];
}

/**
 * What was shared or dropped, which is then no longer kept: the composer keeps what becomes of it. Undefined until it is read; null:
 * nothing.
 */
function useSharedPost({ shared: isShared, dropped: isDropped, caption, link }: WriteSearch): SharedPost | null | undefined {
  const [shared, setShared] = useState<SharedPost | null | undefined>(isShared === true || isDropped === true ? undefined : null);
  useEffect(() => {
    if (isDropped) {
      const files = takeCarried();
      setShared((known) => known ?? (files.length === 0 ? null : { post: { caption: "", link: "" }, files }));
    }
    if (!isShared) return;
    const inAddress = caption === undefined ? null : { post: { caption, link: link ?? "" }, files: [] };
    void takeShared()
      .catch(() => null)
      .then((kept) => setShared((known) => known ?? (kept === null ? inAddress : { post: postOf(kept), files: kept.files })));
  }, [isShared, isDropped, caption, link]);
  return shared;
}

function OldDraft({ brandId, zone, postId }: { readonly brandId: number; readonly zone: string; readonly postId: number }) {
  const post = useSuspenseQuery(postQuery(brandId, postId)).data;
  if ("gone" in post) return <GonePost {...post} brandId={brandId} postId={postId} />;
  return <ThisDraft brandId={brandId} zone={zone} post={post} />;
}

function ThisDraft({ brandId, zone, post }: { readonly brandId: number; readonly zone: string; readonly post: WholePost }) {
  const postId = post.id;
  const navigate = useNavigate();
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  // Reached again with the browser's Back after it was sent.
  const [isDraft] = useState(post.postingType === "DRAFT");
  const { goBack, open } = useWayBack(brandId);
  if (!isDraft) return <Navigate to="/brands/$brandId/posts/$postId/edit" params={{ brandId, postId }} replace />;
  return (
    <Workspace
      title={words.newTitle}
      canGoOn
      onClose={goBack}
      brandId={brandId}
      zone={zone}
      post={post}
      blank={newDraft({ collectionId: post.collectionId })}
      collections={collections}
      onMade={() => undefined}
      onOpen={open}
      onSent={({ isOpen, goesOn, post: sent }) => {
        if (!isOpen) return;
        if (goesOn) void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: searchOfNext(sent), replace: true });
        else goBack();
      }}
    />
  );
}
