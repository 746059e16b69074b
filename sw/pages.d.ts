import type { Store } from '#src/offline/ports.ts';
/**
 * The rendered page for this address with the headers of the shell, policy included: both have the same inline blocks. The shell
 * itself when there is no page of exactly this build and of the revision that the phone reads, or when the address asks for more.
 */
export declare function pageOrShell(url: URL, own: Promise<Response>, store?: () => Store): Promise<Response>;
/** Called when this build is in charge. */
export declare const dropEarlierPages: (shell: Response | undefined) => Promise<void>;
