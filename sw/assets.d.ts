/** A file that the build serves under its own name. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
