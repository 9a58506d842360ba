import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";

/** Where one was before the composer, and where a post is shown. `isKnown`: whether what was before it can be gone back to. */
export function useWayBack(brandId: number, { isKnown = true } = {}) {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return {
    goBack: () => {
      if (isKnown && canGoBack) router.history.back();
      else void navigate({ to: "/brands/$brandId", params: { brandId } });
    },
    open: (postId: number) => void navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId } }),
  };
}
