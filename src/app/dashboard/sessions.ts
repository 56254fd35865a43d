import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSigner } from '../signer.ts'

/** How long a session lasts. */
export const sessionMs = 12 * 60 * 60_000

/** Wrong tokens that a process answers and logs one by one in a minute, from everyone together. */
export const wrongTokensPerMinute = 10

const minuteMs = 60_000

/** Result of a sign-in. The right token is always taken; `too_many`: a wrong one that came too soon after others. */
export type SignIn =
  | { status: 'signed_in'; session: string }
  | { status: 'wrong' }
  | { status: 'too_many'; waitMs: number }

/** Sessions of the dashboard. No process keeps any: a session is a signed text that all of them know. */
export interface Sessions {
  signIn(token: string): SignIn
  /** Whether the text is a session that has not ended. */
  isOpen(session: string): boolean
  /** What a form of this session has to send along. */
  formToken(session: string): string
  isFormToken(session: string, given: string): boolean
  /** A new id for a form, by which sending it twice is noticed. */
  newFormId(): string
  /** A text that the session's next page shows, signed; `openNote` reads it. */
  note(session: string, text: string): string
  openNote(session: string, note: string): string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const sessionPattern = /^(\d{1,15}\.[\w-]{22})\.([\w-]{22})$/
const notePattern = /^([\w-]{1,2000})\.([\w-]{22})$/

/** Allows so many per minute, and remembers only how many are left. */
const createLimit = (perMinute: number, now: () => number) => {
  let left = perMinute
  let atMs = now()
  return {
    waitMs(): number {
      const passedMs = Math.max(0, now() - atMs) // a clock may step back
      left = Math.min(perMinute, left + (passedMs * perMinute) / minuteMs)
      atMs = now()
      return left >= 1 ? 0 : Math.ceil(((1 - left) * minuteMs) / perMinute)
    },
    count() {
      left -= 1
    },
  }
}

/**
 * Sessions under keys that are derived from ADMIN_TOKEN: a new token ends them all. `now`: milliseconds since 1970.
 */
export const createSessions = (adminToken: string, now: () => number): Sessions => {
  const key = digest(adminToken)
  const signerOf = (what: string) => createSigner([key], `tunesmith: dashboard ${what}, 1`)
  const [sessions, forms, notes] = [signerOf('session'), signerOf('form'), signerOf('note')] as const
  const limit = createLimit(wrongTokensPerMinute, now)
  return {
    signIn(token) {
      // First, so that nobody can lock the operator out by wrong ones.
      if (!timingSafeEqual(digest(token), key)) {
        const waitMs = limit.waitMs()
        if (waitMs > 0) return { status: 'too_many', waitMs }
        limit.count()
        return { status: 'wrong' }
      }
      const text = `${Math.round(now())}.${randomBytes(16).toString('base64url')}`
      return { status: 'signed_in', session: sessions.sign(text) }
    },
    isOpen(session) {
      const [, text = '', mac = ''] = sessionPattern.exec(session) ?? []
      if (text === '' || !sessions.isSigned(text, mac)) return false
      const ageMs = now() - Number(text.slice(0, text.indexOf('.')))
      return ageMs < sessionMs
    },
    formToken: (session) => forms.sign(session).slice(session.length + 1),
    newFormId: () => randomBytes(16).toString('base64url'),
    isFormToken: (session, given) => forms.isSigned(session, given),
    note(session, text) {
      const encoded = Buffer.from(text).toString('base64url')
      return `${encoded}.${notes.sign(`${session} ${encoded}`).slice(session.length + encoded.length + 2)}`
    },
    openNote(session, note) {
      const [, encoded = '', mac = ''] = notePattern.exec(note) ?? []
      return encoded !== '' && notes.isSigned(`${session} ${encoded}`, mac)
        ? Buffer.from(encoded, 'base64url').toString('utf8')
        : undefined
    },
  }
}
