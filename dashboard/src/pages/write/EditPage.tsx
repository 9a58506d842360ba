import { Alert, Button } from "@mantine/core";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { api, dataOf } from "../../api/client.ts";
import { has, useBrand, useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { PostCard } from "../../parts/post-panel/PostCard.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useSayDeleted } from "../../parts/use-say-deleted.ts";
import { GonePost } from "./GonePost.tsx";
import { forget, keptName } from "./kept.ts";
import { LeftBehind } from "./LeftBehind.tsx";
import { postQuery } from "./queries.ts";
import { newDraft } from "./state.ts";
import { useWayBack } from "./use-way-back.ts";
import { Workspace } from "./Workspace.tsx";
import { words } from "./words.ts";

/** A post that exists: it can be changed until it leaves. */
export function EditPage() {
  const { brandId, postId } = useParams({ from: "/brands/$brandId/posts/$postId/edit" });
  const post = useSuspenseQuery(postQuery(brandId, postId)).data;
  return "gone" in post ? <GonePost {...post} brandId={brandId} postId={postId} /> : <ThisPost brandId={brandId} post={post} />;
}

function ThisPost({ brandId, post }: { readonly brandId: number; readonly post: WholePost }) {
  const postId = post.id;
  const brand = useBrand(brandId);
  const userId = useSession().user.id;
  const navigate = useNavigate();
  const router = useRouter();
  const { pathname } = useLocation();
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const changes = [["brand", brandId]];
  const { goBack, open } = useWayBack(brandId);
  const copy = useAct(() => dataOf(api.duplicatePost({ postId })), { done: () => words.duplicated, changes });
  const sayDeleted = useSayDeleted(brandId);
  const remove = useAct(
    async () => {
      await dataOf(api.discardPost({ postId }));
      sayDeleted([postId], words.removed);
    },
    { changes: [] },
  );
  if (brand === null) return null;
  const mayEdit = has(brand, "editor");
  const { edit: hindrance } = post.hindrances;
  const isEdited = mayEdit && hindrance === null;
  const actions = mayEdit && (
    <>
      <Button
        variant="default"
        size="sm"
        loading={copy.isPending}
        onClick={() =>
          copy.mutate(undefined, {
            onSuccess: ({ id }) => void navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId: id } }),
          })
        }
      >
        {words.duplicate}
      </Button>
      <ConfirmButton
        label={words.remove}
        question={words.removeQuestion}
        consequence={words.removeText}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              forget(localStorage, keptName({ userId, brandId }, postId));
              goBack();
            },
          })
        }
      />
    </>
  );
  if (isEdited) {
    return (
      <Workspace
        key={postId}
        title={words.editTitle}
        canGoOn={false}
        onClose={goBack}
        brandId={brandId}
        zone={brand.timezone ?? "UTC"}
        post={post}
        blank={newDraft({ collectionId: post.collectionId })}
        collections={collections}
        onMade={() => undefined}
        onOpen={open}
        onSent={() => {
          // The composer may be closed by now, since the post has left; whoever has gone elsewhere stays there.
          if (router.state.location.pathname === pathname) goBack();
        }}
      >
        {actions}
      </Workspace>
    );
  }
  return (
    <>
      <PageHead title={words.showTitle}>{actions}</PageHead>
      {hindrance !== null && (
        <Alert color="blue" mb="md">
          {hindrance}
        </Alert>
      )}
      {mayEdit && hindrance !== null && <LeftBehind key={postId} brandId={brandId} postId={postId} post={post} />}
      {!mayEdit && (
        <Alert color="blue" mb="md">
          {words.readOnly}
        </Alert>
      )}
      <PostCard brandId={brandId} postId={postId} mayEdit={mayEdit} />
    </>
  );
}
