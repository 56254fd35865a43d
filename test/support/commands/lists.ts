import type { Lists } from '../../../src/core/command/suggest.ts'

const none = (): Promise<readonly never[]> => Promise.resolve([])

/** Lists with these, and nothing in the others. */
export const listsWith = (lists: Partial<Lists>): Lists => ({
  voices: none,
  languages: none,
  styles: none,
  titles: none,
  jobs: none,
  jobs_to_cancel: none,
  jobs_to_recover: none,
  jobs_to_delete: none,
  jobs_to_sing: none,
  jobs_with_words: none,
  jobs_with_result: none,
  ...lists,
})
