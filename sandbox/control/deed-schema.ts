import { z } from 'zod'

/** What is not empty. */
export const text = z.string().min(1)
const upload = z.strictObject({
  name: text,
  contentType: text.optional(),
  path: text.optional(),
  base64: z.base64().optional(),
})
/** Anything by name. */
export const values = z.record(z.string(), z.unknown())

/** What people do, by the field that names it. */
export const deeds = {
  command: z.strictObject({ command: text, options: values.default({}), files: z.array(upload).default([]) }),
  press: z.strictObject({
    press: z.strictObject({ message: text, button: text, values: z.array(z.string()).default([]) }),
  }),
  submit: z.strictObject({ submit: z.strictObject({ form: text, values }) }),
  close: z.strictObject({ close: z.strictObject({ form: text }) }),
  action: z.strictObject({ action: z.strictObject({ name: text, message: text.optional() }) }),
  say: z.strictObject({
    say: z.string(),
    replyTo: text.optional(),
    files: z.array(upload).default([]),
    recordedSeconds: z.number().positive().optional(),
  }),
  forward: z.strictObject({
    forward: z.strictObject({ message: text, to: text, say: z.string().optional() }),
  }),
  autocomplete: z.strictObject({
    autocomplete: z.strictObject({ command: text, option: text, text: z.string() }),
  }),
  visit: z.strictObject({ visit: z.enum(['home', 'messages']) }),
  delete: z.strictObject({ delete: z.strictObject({ message: text }) }),
  manage: z.strictObject({
    manage: z.discriminatedUnion('what', [
      z.strictObject({ what: z.enum(['remove bot', 'invite bot', 'delete channel', 'archive channel']) }),
      z.strictObject({ what: z.enum(['deny', 'allow']), permission: text }),
      z.strictObject({
        what: z.enum(['deny command', 'allow command']),
        command: text.optional(),
        to: text,
      }),
      z.strictObject({ what: z.enum(['archive thread', 'lock thread', 'age-restrict channel']) }),
      z.strictObject({ what: z.literal('start private thread'), name: text }),
      z.strictObject({ what: z.enum(['add to thread', 'remove from thread']), member: text }),
      z.strictObject({ what: z.enum(['share channel', 'make private']) }),
      z.strictObject({ what: z.literal('boost'), tier: z.literal([0, 1, 2, 3]) }),
      z.strictObject({
        what: z.enum(['install app', 'uninstall app', 'close direct messages', 'open direct messages']),
      }),
      z.strictObject({ what: z.literal('choose language'), locale: text }),
      z.strictObject({ what: z.enum(['create channel', 'rename channel']), name: text }),
      z.strictObject({ what: z.enum(['grant', 'revoke']), role: text, permission: text }),
      z.strictObject({ what: z.enum(['give role', 'take role']), role: text, member: text }),
      z.strictObject({ what: z.enum(['add member', 'remove member', 'ban member']), member: text }),
    ]),
  }),
} as const
