/// <reference types="vite/client" />
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>;
  // oxlint-disable-next-line import/no-default-export
  export default names;
}
declare const __BUILD__: string;
declare const __BUILD_NUMBER__: number;
