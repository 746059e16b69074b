/** Of the client and of what renders it on the server. */
export const ALIASES = [
  // wouter asks for a package that gives React 17 this hook, and hands on React's own where there is one.
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
  // Leaflet's package names its older form, which would bring the bundler's helper for such modules into the first load.
  { find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' },
];
