/** What an endpoint answers with: an HTTP status and a JSON body. */
export type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A success: 200 with `success: true` before the given fields. */
export const succeed = (fields: Readonly<Record<string, unknown>>): Reply => ({
  status: 200,
  body: { success: true, ...fields },
})
