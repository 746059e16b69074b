import '#src/ui/global.css';
import { createStore } from 'jotai';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { reloadOnLostChunk } from '#src/app/chunk-errors.ts';
import { preloadRoute } from '#src/app/preload-route.ts';
import { provideSync } from '#src/app/provide-sync.ts';
import { takeWaitingBuild } from '#src/platform/update/take-waiting-build.ts';

reloadOnLostChunk();
takeWaitingBuild();
const store = createStore();
provideSync(store);
const root = document.getElementById('root');
// The first screen's own code is fetched before the first render, while index.html's skeleton stands: once React has shown
// a fallback it keeps it for at least 300 ms, however soon the code arrives.
void preloadRoute(location.pathname)
  .catch(() => {})
  .then(() => root && createRoot(root).render(<App store={store} />));
