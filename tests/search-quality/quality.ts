/** Codes may stand in any order; of `right` any may come first. `departments`: top categories that may answer at all. */
export type Case = [query: string, right: string, departments?: string];
export type Quality = Readonly<Record<string, readonly Case[]>>;
