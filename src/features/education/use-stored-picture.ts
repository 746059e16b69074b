import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { readPictureAtom } from '#src/features/education/reading.atoms.ts';

/** A picture of this phone as an address for `<img>`; `isRead` before it is known whether there is one. */
export function useStoredPicture(sha256: string | null): { url: string | null; isRead: boolean } {
  const read = useSetAtom(readPictureAtom);
  const [state, setState] = useState<{ of: string | null; url: string | null }>({ of: null, url: null });
  useEffect(() => {
    if (sha256 === null) return undefined;
    let url: string | null = null;
    let isLeft = false;
    void read(sha256).then((blob) => {
      if (isLeft) return;
      url = blob && URL.createObjectURL(blob);
      setState({ of: sha256, url });
    });
    return () => {
      isLeft = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [sha256, read]);
  return state.of === sha256 && sha256 !== null ? { url: state.url, isRead: true } : { url: null, isRead: false };
}
