import type { Block, Written } from '../../../src/core/message/message.ts'

/** A file as commands write it. Nothing here compresses it. */
export const written = (name: string, text: string): Written => ({
  kind: 'written',
  name,
  data: new TextEncoder().encode(text),
  gzipped: () => Promise.reject(new Error('not needed')),
})

/** The written files of a message, with their texts. */
export const filesIn = (blocks: readonly Block[] = []) =>
  blocks.flatMap((block) =>
    block.kind === 'written' ? [{ name: block.name, text: new TextDecoder().decode(block.data) }] : [],
  )
