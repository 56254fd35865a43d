import { useEffect, useRef } from 'preact/hooks'
import type { Deed, SeenMessage } from '../../../control/people.ts'
import type { ChatState } from '../chat/use-chat.ts'
import { uploadsOf } from '../inputs/uploads.ts'

/** What a person is about to send: words, files, and which message they answer. */
export interface Draft {
  text: string
  files: readonly File[]
  replyTo: SeenMessage | undefined
}

/** A command takes neither files nor an answered message along. */
const deedOf = async ({ text, files, replyTo }: Draft): Promise<Deed> =>
  text.startsWith('/')
    ? { command: text }
    : {
        say: text,
        files: await uploadsOf(files),
        ...(replyTo !== undefined && { replyTo: replyTo.id }),
      }

const kept = ({ files, replyTo }: Draft): Draft => ({ text: '', files, replyTo })
const nothing: Draft = { text: '', files: [], replyTo: undefined }

/**
 * Sends a draft and empties it at once, as the clients do. What is refused comes back, before what was written
 * meanwhile, unless its place was left.
 */
export const useSending = (chat: ChatState, draft: Draft, write: (draft: Draft) => void) => {
  const latest = useRef(draft)
  latest.current = draft
  const isThere = useRef(true)
  useEffect(
    () => () => {
      isThere.current = false
    },
    [],
  )
  return async (): Promise<void> => {
    const sent = { ...draft, text: draft.text.trim() }
    if (sent.text === '' && sent.files.length === 0) return
    const isCommand = sent.text.startsWith('/')
    write(isCommand ? kept(sent) : nothing)
    const result = await chat.perform(deedOf(sent))
    if ((result !== undefined && result.refused === undefined) || !isThere.current) return
    const { text, files, replyTo } = latest.current
    write({
      text: [sent.text, text].filter((part) => part !== '').join(' '),
      files: isCommand ? files : [...sent.files, ...files],
      replyTo: replyTo ?? sent.replyTo,
    })
  }
}
