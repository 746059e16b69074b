// Every name that stands on phones or on the wire between page, worker and shop: they stay. One list, here, because whatever
// runs on the phone may load this room. Names one by one, so that the bundler writes each as a plain string where it is used.

/** Between the tabs of this shop and its worker: what has changed on the device. */
export const SHOP_CHANNEL = 'rostok';
/** Between two builds of the worker: the older one ends its work. */
export const WORKERS_CHANNEL = 'rostok-workers';
/** Every request to the shop carries it as X-Requested-With: a form of another site cannot. */
export const REQUESTED_WITH = 'rostok';
/**
 * A cache that is only a mark: the kill switch (sw/kill.ts) took the worker away; the next ordinary worker
 * removes it when it is in charge.
 */
export const KILLED_CACHE = 'no-worker';
/** A cache with one file: the shell of the build that was asked for and is not in charge yet (sw/taken.ts). */
export const TAKEN_CACHE = 'taken-build';

/**
 * In localStorage, one name for each page: taps that it did not get onto the device before it was left (docs/decisions/285).
 * The first script of index.html spells it too.
 */
export const LEFT_TAPS = 'taps:';

// Keys of `pub` that concern the device. No personal data stands there.

/** The server's clock as last heard. */
export const TIME_KEY = 'meta:time';
/** When the install offer was last shown. */
export const INSTALL_KEY = 'meta:install';
/** How the first filling of the phone ended. */
export const WARM_KEY = 'meta:warm';
/** That this phone has had a queue: the loss of it is told by this. */
export const MARK_KEY = 'meta:marked';
/** Which pictures were downloaded on purpose. */
export const DOWNLOADED_KEY = 'meta:downloaded';
/** The city that was chosen on this phone without an account: `{v, id}`. */
export const CITY_KEY = 'meta:city';
/** The catalogue: the pointer, the time of the last check and the shards. */
export const POINTER_KEY = 'cat:ptr';
/** When the server last confirmed the revision (a 304 counts), ISO. */
export const SEEN_KEY = 'cat:seen';
/** The first cards of the revision that the pointer names, made on the device (src/offline/catalogue-first.ts). */
export const FIRST_KEY = 'cat:first';
/** What the keys of rendered pages begin with (src/offline/kept-page.ts). */
export const PAGES = 'cat:page:';
export const pageKey = (path: string): string => `${PAGES}${path}`;
/** What all keys of shards begin with. */
export const SHARDS = 'cat:s:';
export const shardKey = (sha256: string): string => `${SHARDS}${sha256}`;
/** What every copy of the catalogue begins with, in `pub` and in a person's database. */
export const CATALOGUE = 'cat:';

// Keys of `pub` that concern people; PUB of src/offline/identity/keys.ts says what stands under each.

export const HOLDER_KEY = 'meta:session';
export const GUEST_KEY = 'meta:guest';
export const SEALED_KEY = 'meta:sealed';
export const BOUND_KEY = 'meta:bound';
export const LOGOUT_KEY = 'meta:logout';
export const LEFT_KEY = 'meta:left';
export const BOOTSTRAP_KEY = 'meta:bootstrap';
/** By whose link this phone came, and whether the shop has heard of it (docs/decisions/305). */
export const REF_KEY = 'meta:ref';
export const CLIENT_VIEW_KEY = 'meta:clientView';
export const DEVICE_KEY = 'meta:device';

// Keys of a person's own database.

/** docs/product/prices.md#who-sees-what */
export const CONS_PRICE_KEY = 'cat:price1';
/** The city that the person chose; the device's own is CITY_KEY. */
export const OWN_CITY_KEY = 'own:city';
/** Products whose pages the person has opened, the latest first. */
export const LOOKED_AT_KEY = 'own:looked-at';
/** This person wants pushes on this phone. */
export const PUSH_KEY = 'own:push';
/** What the person searched for on this device, the latest first. */
export const LAST_QUERIES_KEY = 'own:queries';
/** Which hearts were out of stock when last seen, and which are back. */
export const HEARTS_STOCK_KEY = 'own:hearts-stock';
/** The highest title that this phone has congratulated the person on. */
export const TOLD_TITLE_KEY = 'own:told-title';
/** The list of answers that are kept for reading without a signal, and each of them (docs/decisions/212). */
export const KEPT_KEY = 'kept';
export const keptKey = (name: string): string => `kept:${name}`;
