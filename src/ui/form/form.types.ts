/** By name of field, as the shop names it in its errors: `recipient.phone`. */
export type FormValues = Readonly<Record<string, string | boolean>>;
/** Several faults of one field at once; their words may hold simple HTML. */
export type FormErrors = Readonly<Record<string, readonly string[]>>;

/** What became of it: done, faults of fields, or words for the whole form. */
export type Outcome = { kind: 'done' } | { kind: 'fields'; errors: FormErrors } | { kind: 'failed'; text: string };

/** Where what is typed is kept until it has been sent. None of the three may throw. */
export type Keep = {
  read(): Promise<Readonly<Record<string, unknown>> | undefined>;
  write(values: FormValues): Promise<void>;
  forget(): Promise<void>;
};

export type FormOptions<V extends FormValues> = {
  /** The fields, and what stands in them at first. */
  initial: V;
  /** The verdict before it is sent; null = nothing is wrong. */
  judge?: ((values: V) => FormErrors | null | Promise<FormErrors | null>) | undefined;
  /** Never throws: a failure is words for the form. */
  send: (values: V) => Promise<Outcome>;
  keep?: Keep | undefined;
  /** Never kept: passwords, ticks of consent. */
  unkept?: readonly (keyof V & string)[] | undefined;
};

export type Form<V extends FormValues = FormValues> = {
  values: V;
  errors: FormErrors;
  /** Words for the whole form. */
  failed: string | null;
  isBusy: boolean;
  /** Something typed earlier has come back. */
  isRestored: boolean;
  /** Counts refusals: each is announced once, and moves the focus. */
  refusals: number;
  /** Writes a field, or several at once; their faults go. */
  set(changes: Partial<V>): void;
  submit(): Promise<void>;
  /** Back to what stood there at first; the draft goes. */
  reset(): void;
};
