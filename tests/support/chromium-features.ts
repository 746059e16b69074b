// Chromium takes the last `--disable-features` alone, so Playwright's own list stands here beside ours.

/** Playwright 1.65: what it switches off so that pages behave the same everywhere. */
const PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** The lists under the address bar are two pages of their own, loaded for every window (docs/decisions/602). */
const OURS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** For `launchOptions.args`. */
export const FEATURES_OFF = `--disable-features=${[...PLAYWRIGHT, ...OURS].join(',')}`;
