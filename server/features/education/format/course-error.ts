/** One thing that is wrong in a folder of courses; `line` counts from 1; the message is Russian, for its author. */
export type Fault = { file: string; line?: number | undefined; message: string };

export const sayFault = ({ file, line, message }: Fault): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`;

/** The folder cannot be taken: nothing of it is written. All faults at once, so that one run is enough to mend them. */
export class CourseError extends Error {
  override name = 'CourseError' as const;
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map(sayFault).join('\n'));
    this.faults = faults;
  }
}

/** Collects faults of one file; always undefined, so that `return blame(…)` means «nothing came of it». */
export type Blame = (message: string, line?: number) => undefined;
export const blameFor =
  (faults: Fault[], file: string): Blame =>
  (message, line) => {
    // One line may break several rules in the same words.
    if (!faults.some((one) => one.file === file && one.line === line && one.message === message))
      faults.push({ file, line, message });
    return undefined;
  };
