import { languages } from '../../../src/core/command/languages.ts'
import type { KnownList, Lists } from '../../../src/core/command/suggest.ts'
import type { Choice, ListName } from '../../../src/core/fields/field.ts'
import type { Asker } from '../../../src/core/target.ts'

type ListOf<Choices> = (asker: Asker, typed?: string) => Promise<Choices>

/** The lists of a test. */
export type TestLists = Partial<Record<ListName, ListOf<readonly Choice[] | KnownList>>>

const asKnown =
  (list: ListOf<readonly Choice[] | KnownList>): ListOf<KnownList> =>
  async (asker, typed) => {
    const known = await list(asker, typed)
    return 'isPart' in known ? known : { choices: known, isPart: known.length === 0 }
  }

const none: ListOf<KnownList> = () => Promise.resolve({ choices: [], isPart: true })

/** Lists with these, the languages, and nothing known of the others. Choices alone are a whole list, unless there are none. */
export const listsWith = (lists: TestLists): Lists => ({
  voices: none,
  languages: () => Promise.resolve({ choices: languages, isPart: false }),
  styles: none,
  titles: none,
  jobs: none,
  jobs_to_cancel: none,
  jobs_to_recover: none,
  jobs_to_delete: none,
  jobs_to_sing: none,
  jobs_with_words: none,
  jobs_with_result: none,
  ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, asKnown(list)])),
})
