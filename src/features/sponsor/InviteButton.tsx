import { useAtomValue, useSetAtom } from 'jotai';
import { MESSAGES } from '#contract/messages.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { shareUrlAtom } from '#src/features/sponsor/sponsor.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';

/** The catalogue under the consultant's own number: the system's sheet where there is one, else the clipboard. */
export function InviteButton({ className }: { className?: string }) {
  const shareUrl = useAtomValue(shareUrlAtom);
  const showToast = useSetAtom(showToastAtom);
  const invite = async () => {
    const url = shareUrl('/katalog');
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: 'Росток', url });
      await navigator.clipboard.writeText(url);
      showToast({ text: MESSAGES.linkCopied });
    } catch (error) {
      // Closing the system's sheet is a decision, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast({ text: MESSAGES.linkNotCopied });
    }
  };
  return (
    <Button kind="line" className={className} onClick={() => void invite()}>
      <Icon name="share" size={20} /> Пригласить
    </Button>
  );
}
