// Completes package-lock.json after a dependency change made against a registry mirror that lacks
// other platforms' binaries: npm then leaves their optional entries out and `npm ci` refuses the file.
// Run: node .ci/complete-lock.mjs   (idempotent; prints what it added)
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const OS = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony'];
const CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];
let added = 0;

for (const [where, meta] of Object.entries({ ...lock.packages })) {
  for (const [name, range] of Object.entries(meta.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+[\w.+-]*$/.test(range) ? range : undefined;
    const nested = `${where ? `${where}/` : ''}node_modules/${name}`;
    if (!exact || lock.packages[nested] || lock.packages[`node_modules/${name}`]?.version === exact) continue;
    const parts = name.toLowerCase().replace('windows', 'win32').split(/[-/@]/);
    const os = OS.find((o) => parts.includes(o));
    const cpu =
      CPU.find((c) => parts.some((p) => p === c || p.startsWith(`${c}_`))) ??
      (parts.includes('arm') ? 'arm' : undefined);
    if (!os && !cpu) continue;
    const key = lock.packages[`node_modules/${name}`] ? nested : `node_modules/${name}`;
    lock.packages[key] = {
      version: exact,
      optional: true,
      ...(meta.dev ? { dev: true } : {}),
      ...(os ? { os: [os] } : {}),
      ...(cpu ? { cpu: [cpu] } : {}),
    };
    added += 1;
    console.log(`+ ${key} ${exact}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);
