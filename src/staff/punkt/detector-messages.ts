// Between the page of the counter and the worker that reads its pictures. One picture is looked at at a time.

/** Labels of parcels are QR codes, «Честный знак» is a DataMatrix, goods and other shops have bars. */
export const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'ean_13'] as const;

export type LookRequest = { kind: 'open'; formats: typeof FORMATS } | { kind: 'look'; picture: ImageBitmap };
export type LookReply = { kind: 'ready' } | { kind: 'failed' } | { kind: 'seen'; values: string[] };
